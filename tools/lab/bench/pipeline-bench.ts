import { nodeProgram } from '../../dev/paths.js';
import { inTemporaryFolder } from '../harness/cleanup.js';
import { canMeasure, measureProcess, type ProcessCost } from '../harness/processes.js';
import { benchFile, type BenchFile } from './bench-file.js';
import type { BenchRun } from './bench-run.js';
import { notMeasured, type Figure } from './figures.js';
import { KINDS, kindOf, type Kind } from './kinds.js';
import type { PipelineTimes } from './pipeline-run.js';

interface Cost extends ProcessCost {
  times: PipelineTimes;
}

/** Time, processor time a page and peak memory of the page pipeline for each kind of file. */
export async function benchPipeline(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure)
    return notMeasured([{ name: 'page pipeline', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  const figures: Figure[] = [];
  for (const kind of run.kinds?.map(kindOf) ?? KINDS) {
    const file = await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log);
    const costs: Cost[] = [];
    for (let turn = 1; turn <= run.runs; turn++) {
      run.log(`Pipeline on ${file.pages} pages of ${kind.title}, run ${turn} of ${run.runs}`);
      costs.push(await inTemporaryFolder('pipeline', (folder) => measured(file, folder)));
    }
    figures.push(...figuresOf(kind, file, costs));
  }
  return figures;
}

async function measured(file: BenchFile, folder: string): Promise<Cost> {
  const parameters = [...nodeProgram('lab/bench/pipeline-run'), file.path, folder];
  const { output, ...cost } = await measureProcess(process.execPath, parameters);
  return { ...cost, times: JSON.parse(output) as PipelineTimes };
}

function figuresOf({ title, goals }: Kind, { pages }: BenchFile, costs: readonly Cost[]): Figure[] {
  const row = (name: string, unit: string, of: (cost: Cost) => number, atMost?: number): Figure => ({
    name: `${title}: ${name}`,
    unit,
    values: costs.map(of),
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  return [
    row('first view of the first page', 's', ({ times }) => times.viewSeconds),
    row('first page, worker has the file', 's', ({ times }) => times.firstSeconds),
    row('whole file', 's', ({ times }) => times.wholeSeconds),
    row('pages per CPU second', '1/s', ({ cpuSeconds }) => pages / cpuSeconds),
    row('CPU a page', 's', ({ cpuSeconds }) => cpuSeconds / pages),
    row('peak memory', 'MB', ({ peakMb }) => peakMb, goals.peakMb),
  ];
}
