// Program: `npm run bench`. Measures, prints a table, writes .cache/bench/last.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cacheDir } from '../dev/paths.js';
import { benchApi } from './api-bench.js';
import type { Bench } from './bench-run.js';
import { isMet, summarise, table, withoutGoals, type Figure } from './figures.js';
import { benchBatch } from './batch-bench.js';
import { benchFirstSheet } from './first-sheet-bench.js';
import { benchGrowth } from './growth-bench.js';
import { benchJpeg2000 } from './jpeg2000-bench.js';
import { KINDS, kindOf } from './kinds.js';
import { peerReport } from './peers.js';
import { benchLists } from './lists-bench.js';
import { benchLive } from './live-bench.js';
import { benchPipeline } from './pipeline-bench.js';
import { benchRows } from './rows-bench.js';
import { benchSearch } from './search-bench.js';
import { benchReading } from './reading-bench.js';
import { benchText } from './text-bench.js';
import { benchTiles } from './tiles-bench.js';
import { benchViewer } from './viewer-bench.js';

/** By the names that the command line takes; run in this order. */
const BENCHES: Readonly<Record<string, Bench>> = {
  'first-sheet': benchFirstSheet,
  pipeline: benchPipeline,
  text: benchText,
  reading: benchReading,
  jpeg2000: benchJpeg2000,
  batch: benchBatch,
  tiles: benchTiles,
  api: benchApi,
  live: benchLive,
  growth: benchGrowth,
  rows: benchRows,
  search: benchSearch,
  viewer: ({ runs, log }) => benchViewer(runs, log),
  lists: benchLists,
};

const USAGE = `npm run bench -- [name ...] [options]

  name           ${Object.keys(BENCHES).join(', ')}; all when absent
  peers          say which of the programs to compare with are installed, and how to install the rest
  --runs N       repetitions of each measurement (default 3)
  --kind NAME    for first-sheet and pipeline: ${KINDS.map((kind) => kind.name).join(', ')}; may be given more than once
  --profile      for api and batch: profiles of the programs that have most to do, by package, in .cache/bench/profiles
  --quick        small files, to see that it works; goals do not apply
`;

/** Runs the benchmarks asked for; false when a goal was missed. */
async function main(): Promise<boolean> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: 'string', default: '3' },
      kind: { type: 'string', multiple: true },
      profile: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const log = (line: string): void => console.log(line);
  if (values.help) {
    log(USAGE);
    return true;
  }
  if (positionals.includes('peers')) {
    log(peerReport().join('\n'));
    return true;
  }
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > 100) throw new Error('--runs takes a whole number from 1 to 100.');
  values.kind?.forEach(kindOf);
  const wanted = (positionals.length > 0 ? positionals : Object.keys(BENCHES)).map((name): [string, Bench] => {
    const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
    if (!bench) throw new Error(`There is no benchmark "${name}".\n\n${USAGE}`);
    return [name, bench];
  });
  const processors = cpus();
  const machine = `${processors.length} x ${processors[0]?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 1e9)} GB, Node ${process.version}`;
  const load = loadavg()[0] ?? 0;
  log(`${machine}, load ${load.toFixed(1)}`);
  if (load > processors.length / 2)
    log('Other programs are busy on this machine: figures come out worse than they are.');
  const figures: Figure[] = [];
  for (const [name, bench] of wanted) {
    log(`\n${name}`);
    const measured = await bench({ runs, quick: values.quick, kinds: values.kind, profile: values.profile, log });
    const shown = values.quick ? measured.map(withoutGoals) : measured;
    log(`\n${table(shown).join('\n')}`);
    figures.push(...shown);
  }
  const missed = figures.filter((figure) => isMet(figure) === false);
  const unmeasured = figures.filter((figure) => figure.goal && isMet(figure) === undefined);
  if (!values.quick) {
    const met = figures.filter((figure) => isMet(figure) === true);
    log(`\nGoals: ${met.length} met, ${missed.length} missed, ${unmeasured.length} not measured.`);
  }
  const last = path.join(cacheDir, 'bench', 'last.json');
  mkdirSync(path.dirname(last), { recursive: true });
  writeFileSync(
    last,
    `${JSON.stringify(
      {
        at: new Date().toISOString(),
        machine,
        load,
        quick: values.quick,
        figures: figures.map((figure) => ({ ...figure, ...summarise(figure.values), met: isMet(figure) ?? null })),
      },
      null,
      2,
    )}\n`,
  );
  log(`\nWritten to ${path.relative(process.cwd(), last)}.`);
  return missed.length === 0;
}

try {
  // a missed goal is a result to read, and a failed check for automation
  process.exitCode = (await main()) ? 0 : 2;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
