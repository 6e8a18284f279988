// Program: `npm run bench`. Measures, prints a table, writes .cache/bench/last.json.
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { numberOf, parsedArgs, program } from '../../dev/program.js';
import { circumstances } from '../harness/report.js';
import { benchApi } from './api-bench.js';
import { benchAssessment } from './assessment-bench.js';
import { benchBatch } from './batch-bench.js';
import { benchDir, type Bench } from './bench-run.js';
import { benchBusy } from './busy-bench.js';
import { benchDelivery } from './delivery-bench.js';
import { figureTable, isMet, summarise, withoutGoals, type Figure } from './figures.js';
import { benchFirstSheet } from './first-sheet-bench.js';
import { KINDS, kindOf } from './kinds.js';
import { benchLive } from './live-bench.js';
import { benchMix } from './mix-bench.js';
import { benchPipeline } from './pipeline-bench.js';
import { benchReading } from './reading-bench.js';
import { benchRecords } from './records-bench.js';
import { benchReport } from './report-bench.js';
import { benchReviewList } from './review-list-bench.js';
import { benchScale } from './scale-bench.js';
import { benchScorecard } from './scorecard-bench.js';
import { benchTiles } from './tiles-bench.js';
import { benchViewer } from './viewer-bench.js';

/** By their names on the command line, in order of execution. */
const BENCHES: Readonly<Record<string, Bench>> = {
  'first-sheet': benchFirstSheet,
  pipeline: benchPipeline,
  reading: benchReading,
  batch: benchBatch,
  mix: benchMix,
  busy: benchBusy,
  tiles: benchTiles,
  api: benchApi,
  live: benchLive,
  viewer: benchViewer,
  scale: benchScale,
  records: benchRecords,
  scorecard: benchScorecard,
  assessment: benchAssessment,
  report: benchReport,
  'review-list': benchReviewList,
  delivery: benchDelivery,
};

const USAGE = `npm run bench -- [name ...] [options]

  name           ${Object.keys(BENCHES).join(', ')}; all by default
  --runs N       repetitions of each measurement (default 3)
  --kind NAME    for first-sheet and pipeline: ${KINDS.map((kind) => kind.name).join(', ')}; may be given more than once
  --profile      for api, batch and tiles: CPU profiles of the product's processes in .cache/bench/profiles
  --quick        small files, to see that it works; goals do not apply

delivery checks the PDF with veraPDF, which needs a JDK of version 17 or newer and Maven, and the Word file with
LibreOffice (soffice), where they are on the PATH.
`;

function readOptions(args: readonly string[]) {
  const options = {
    runs: { type: 'string', default: '3' },
    kind: { type: 'string', multiple: true },
    profile: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  } as const;
  const { values, positionals } = parsedArgs(args, options, Object.keys(BENCHES));
  values.kind?.forEach(kindOf);
  return { ...values, runs: numberOf('runs', values.runs, { most: 100 }), names: positionals };
}

/** Runs the chosen benchmarks. @returns 2 when a goal was missed, which is a result for readers, else 0 */
async function main({ kind: kinds, names, profile, quick, runs }: ReturnType<typeof readOptions>): Promise<number> {
  const log = (line: string): void => console.log(line);
  const machine = await circumstances();
  log(machine);
  if ((loadavg()[0] ?? 0) > cpus().length / 2) log('Other programs use this machine: figures are worse than they are.');
  const figures: Figure[] = [];
  for (const [name, bench] of Object.entries(BENCHES)) {
    if (names.length > 0 && !names.includes(name)) continue;
    log(`\n${name}`);
    const measured = await bench({ runs, quick, kinds, profile, log });
    const shown = quick ? measured.map(withoutGoals) : measured;
    log(`\n${figureTable(shown).join('\n')}`);
    figures.push(...shown);
  }
  const missed = figures.filter((figure) => isMet(figure) === false).length;
  const unmeasured = figures.filter((figure) => figure.goal && isMet(figure) === undefined).length;
  const met = figures.filter((figure) => isMet(figure) === true).length;
  if (!quick) log(`\nGoals: ${met} met, ${missed} missed, ${unmeasured} not measured.`);
  const last = path.join(benchDir, 'last.json');
  const summaries = figures.map((figure) => ({ ...figure, ...summarise(figure.values), met: isMet(figure) ?? null }));
  mkdirSync(benchDir, { recursive: true });
  writeFileSync(last, `${JSON.stringify({ machine, quick, figures: summaries }, null, 2)}\n`);
  log(`\nWritten to ${path.relative(process.cwd(), last)}.`);
  return missed === 0 ? 0 : 2;
}

program(USAGE, readOptions, main);
