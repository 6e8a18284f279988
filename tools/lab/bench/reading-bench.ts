import { existsSync } from 'node:fs';
import path from 'node:path';
import { corpusFolder } from '@symbio/page-engine/testing/corpus';
import { cacheDir, nodeProgram } from '../../dev/paths.js';
import type { BenchRun } from './bench-run.js';
import { notMeasured, type Figure } from './figures.js';
import { measureProcess } from '../harness/processes.js';
import type { ReadingRun } from './reading-run.js';

/** Words and costs that reading is to come to, and the memory that a sheet may take. */
const GOALS = { found: 90, farOff: 8, cpuSeconds: 3.5, peakMb: 800 } as const;

/** Reads the sheets of the corpus whose words are known, by models and by tesseract for WASM, two at a time each. */
export async function benchReading(run: BenchRun): Promise<Figure[]> {
  const maps = corpusFolder('maps');
  const truth = path.join(maps, 'words.json');
  if (!existsSync(truth))
    return notMeasured([{ name: 'reading', unit: '' }], `Not measured: no ${truth}; CORPUS names another folder.`);
  const turns = run.quick ? 1 : run.runs;
  const ours: ReadingRun[] = [];
  const peer: ReadingRun[] = [];
  for (let turn = 1; turn <= turns; turn++) {
    run.log(`Words of sheets, run ${turn} of ${turns}`);
    ours.push(await reading(truth, maps, path.join(cacheDir, 'models')));
    // the same every time, and slow
    if (turn === 1) peer.push(await reading(truth, maps, '-'));
  }
  return [...figuresOf(ours, true), ...figuresOf(peer, false)];
}

async function reading(truth: string, maps: string, models: string): Promise<ReadingRun> {
  const { output } = await measureProcess(process.execPath, [
    ...nodeProgram('lab/bench/reading-run'),
    truth,
    maps,
    models,
  ]);
  return JSON.parse(output) as ReadingRun;
}

function figuresOf(runs: readonly ReadingRun[], goals: boolean): Figure[] {
  const [first] = runs;
  const figure = (name: string, unit: string, of: (run: ReadingRun) => number, goal?: Figure['goal']): Figure => ({
    name: `${first?.engine ?? ''}: ${name}`,
    unit,
    values: runs.map(of),
    ...(goals && goal && { goal }),
  });
  const found = figure(`words found of ${first?.words ?? 0}`, '%', (run) => (100 * run.found) / run.words, {
    atLeast: GOALS.found,
  });
  return [
    first?.notice ? { ...found, note: first.notice } : found,
    figure('far-off words a sheet', '', (run) => run.farOff / run.sheets, { atMost: GOALS.farOff }),
    figure('CPU a megapixel', 's', (run) => run.cpuSeconds / run.megapixels, { atMost: GOALS.cpuSeconds }),
    figure('a sheet, two at a time', 's', (run) => run.wallSeconds / run.sheets),
    figure('peak memory of a child', 'MB', ({ peakMb }) => peakMb, { atMost: GOALS.peakMb }),
  ];
}
