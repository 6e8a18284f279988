import { parseArgs } from 'node:util';
import { messageOf, StartError } from '../dev/start-error.js';

/** Parts in order; those after `bombs` need a running stack. */
export const PARTS = {
  files: 'PDFs of a folder and mutations of them, at the page engine and through the stack',
  bombs: 'small files that ask for much: PDFs, photographs and screenshots',
  text: 'nasty texts in every text field of every body, and what a browser makes of them',
  operators: 'operators of MongoDB, prototypes and lists in every body and query',
  paths: 'paths that climb, oversize headers, addresses, bodies, frames of HTTP/2 and gRPC',
  slow: 'slow clients and 1,000 idle live channels',
} as const;
export type Part = keyof typeof PARTS;

export interface Options {
  parts: readonly Part[];
  mutations: number;
  seed: number;
  /** Folder of PDFs. */
  corpus: string | undefined;
  help: boolean;
  keep: boolean;
  /** Page that gets the table, too. */
  write: string | undefined;
}

export const usage = (): string => `npm run hostile -- [PART ...] [options]

  --mutations N   damaged copies of files; 1,000 when left out
  --seed N        repeats the run that had this seed; 1 when left out
  --corpus DIR    folder of PDFs (or CORPUS, with a folder pdf in it)
  --write FILE    put the table, with date and commit, into this page between its marks
  --keep          keep data and logs

${Object.entries(PARTS)
  .map(([name, title]) => `  ${name.padEnd(9)}  ${title}`)
  .join('\n')}
`;

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new Error(`--${name} is "${text}"; it must be a whole number from 0 to ${most}.`);
}

const isPart = (name: string): name is Part => Object.hasOwn(PARTS, name);

/** @throws StartError with the usage for unknown arguments */
export function readOptions(args: readonly string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        mutations: { type: 'string', default: '1000' },
        seed: { type: 'string', default: '1' },
        corpus: { type: 'string' },
        help: { type: 'boolean', default: false },
        keep: { type: 'boolean', default: false },
        write: { type: 'string' },
      },
    });
    const unknown = positionals.find((name) => !isPart(name));
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
    return {
      ...values,
      corpus: values.corpus,
      write: values.write,
      mutations: wholeNumber('mutations', values.mutations, 1_000_000),
      seed: wholeNumber('seed', values.seed, 2 ** 31),
      parts: Object.keys(PARTS)
        .filter(isPart)
        .filter((part) => positionals.length === 0 || positionals.includes(part)),
    };
  } catch (error) {
    throw new StartError(`${messageOf(error)}\n\n${usage()}`);
  }
}
