// Program: `npm run bench`. Measures, prints a table, writes .cache/bench/last.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDir } from '../dev/paths.js';
import { isMet, summarise, table, type Figure } from './figures.js';
import { benchFirstSheet } from './first-sheet-bench.js';
import { benchPipeline } from './pipeline-bench.js';
import { benchScans } from './scans.js';

const BENCHES = { 'first-sheet': benchFirstSheet, pipeline: benchPipeline } as const;
type BenchName = keyof typeof BENCHES;

const USAGE = `npm run bench -- [options]

  --runs N       repetitions of each measurement (default 3)
  --only NAME    ${Object.keys(BENCHES).join(' or ')}; may be given more than once
`;

/** Runs the benchmarks asked for; false when a goal was missed. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '3' },
      only: { type: 'string', multiple: true },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return true;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 100) throw new Error('--runs takes a whole number from 1 to 100.');
  const wanted = (values.only ?? Object.keys(BENCHES)).map((name): BenchName => {
    if (!Object.hasOwn(BENCHES, name)) throw new Error(`There is no benchmark "${name}".\n\n${USAGE}`);
    return name as BenchName;
  });
  const log = (line: string): void => console.log(line);
  const file = await benchScans(log);
  const processors = cpus();
  const machine = `${processors.length} x ${processors[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`;
  log(`${(file.bytes / 1e6).toFixed(0)} MB, ${machine}\n`);
  const figures: Figure[] = [];
  for (const name of wanted) figures.push(...(await BENCHES[name](file, runs, log)));
  log(`\n${table(figures).join('\n')}\n`);
  const last = path.join(cacheDir, 'bench', 'last.json');
  mkdirSync(path.dirname(last), { recursive: true });
  writeFileSync(
    last,
    `${JSON.stringify(
      {
        at: new Date().toISOString(),
        machine,
        bytes: file.bytes,
        figures: figures.map((figure) => ({ ...figure, ...summarise(figure.values), met: isMet(figure) ?? null })),
      },
      null,
      2,
    )}\n`,
  );
  log(`Written to ${path.relative(process.cwd(), last)}.`);
  return figures.every((figure) => isMet(figure) !== false);
}

try {
  // a missed goal is a result to look at, and a failed check for whoever automates it
  process.exitCode = (await main()) ? 0 : 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
