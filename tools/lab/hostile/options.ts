import { numberOf, parsedArgs } from '../../dev/program.js';

/** Parts in order; those after `bombs` need a running stack. */
export const PARTS = {
  files: 'PDFs of a folder and mutations of them, at the page engine and through the stack',
  bombs: 'small files that ask for much: PDFs, photographs and screenshots',
  text: 'nasty texts in every text field of every body, and how a browser shows them',
  operators: 'operators of MongoDB, prototypes and lists in every body and query',
  paths: 'paths that climb, oversize headers, addresses, bodies, frames of HTTP/2 and gRPC',
  slow: 'slow clients and 1,000 idle live channels',
} as const;
export type Part = keyof typeof PARTS;

export const USAGE = `npm run hostile -- [PART ...] [options]

  --mutations N   damaged copies of files; 1,000 by default
  --seed N        repeats the run that had this seed; 1 by default
  --corpus DIR    folder of PDFs (or CORPUS, with a folder pdf in it)
  --write FILE    puts the table, with date and commit, into this page between its marks
  --keep          keeps data and logs

${Object.entries(PARTS)
  .map(([name, title]) => `  ${name.padEnd(9)}  ${title}`)
  .join('\n')}
`;

export function readOptions(args: readonly string[]) {
  const options = {
    mutations: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    corpus: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'string' },
  } as const;
  const all = Object.keys(PARTS) as Part[];
  const { values, positionals } = parsedArgs(args, options, all);
  return {
    ...values,
    mutations: numberOf('mutations', values.mutations, { least: 0, most: 1_000_000 }),
    seed: numberOf('seed', values.seed, { least: 0, most: 2 ** 31 }),
    parts: all.filter((part) => positionals.length === 0 || positionals.includes(part)),
  };
}
export type Options = ReturnType<typeof readOptions>;
