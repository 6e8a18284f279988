import { rmSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from '../../dev/paths.js';
import { canMeasure, measureProcess, together, type ProcessCost } from '../harness/processes.js';
import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { ratios, type Figure } from './figures.js';
import { KINDS, kindOf, type Kind } from './kinds.js';
import { missingNote, notMeasured } from './peers.js';
import type { PipelineTimes } from './pipeline-run.js';

interface OwnCost extends ProcessCost {
  times: PipelineTimes;
}

interface PeerCost extends ProcessCost {
  /** Seconds until the first page has its tiles. */
  firstSeconds: number;
}

interface Measured {
  ours: OwnCost[];
  peer: PeerCost[];
  note: string | undefined;
}

/**
 * Time, processor time a page and peak memory of the page pipeline for each kind of file, beside `pdftoppm` and
 * `vips dzsave` on the same file in the same run, so that a machine whose speed drifts slows both.
 */
export async function benchPipeline(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure)
    return notMeasured([{ name: 'page pipeline', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  const figures: Figure[] = [];
  for (const kind of run.kinds?.map(kindOf) ?? KINDS) figures.push(...(await benchKind(kind, run)));
  return figures;
}

async function benchKind(kind: Kind, run: BenchRun): Promise<Figure[]> {
  const file = await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log);
  const measured: Measured = { ours: [], peer: [], note: missingNote() };
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`Pipeline on ${file.pages} pages of ${kind.title}, run ${turn} of ${run.runs}`);
    measured.ours.push(await inFolder((folder) => ownRun(file, folder)));
    if (!measured.note) measured.peer.push(await inFolder((folder) => peerRun(file, kind, folder)));
  }
  return figuresOf(kind, file, measured);
}

/** Makes all pages with a process of the product. */
async function ownRun(file: BenchFile, folder: string): Promise<OwnCost> {
  const parameters = [...nodeProgram('lab/bench/pipeline-run'), file.path, folder];
  const { output, ...cost } = await measureProcess(process.execPath, parameters);
  return { ...cost, times: JSON.parse(output) as PipelineTimes };
}

/** Makes the same tiles of the same file with the peers, page by page. */
async function peerRun(
  file: BenchFile,
  { dpi, peerOptions = [], tileSuffix }: Kind,
  folder: string,
): Promise<PeerCost> {
  const target = path.join(folder, 'page');
  const picture = `${target}.${peerOptions.includes('-gray') ? 'pgm' : 'ppm'}`;
  const costs: ProcessCost[] = [];
  let firstSeconds = 0;
  for (let page = 1; page <= file.pages; page++) {
    const range = ['-f', String(page), '-l', String(page), '-singlefile'];
    const save = ['dzsave', picture, path.join(folder, `tiles-${page}`), '--tile-size', '512', '--overlap', '0'];
    costs.push(
      await measureProcess('pdftoppm', ['-r', String(dpi), ...peerOptions, ...range, file.path, target]),
      await measureProcess('vips', [...save, '--suffix', tileSuffix]),
    );
    rmSync(picture);
    if (page === 1) firstSeconds = together(costs).wallSeconds;
  }
  return { ...together(costs), firstSeconds };
}

function figuresOf(kind: Kind, { pages }: BenchFile, { ours, peer, note }: Measured): Figure[] {
  const perPage = (costs: readonly ProcessCost[]): number[] => costs.map((cost) => cost.cpuSeconds / pages);
  const own = (name: string, unit: string, of: (cost: OwnCost) => number): Figure => ({
    name: `${kind.title}: ${name}`,
    unit,
    values: ours.map(of),
  });
  const other = (name: string, unit: string, of: (cost: PeerCost) => number): Figure => ({
    name: `${kind.title}, pdftoppm + vips dzsave: ${name}`,
    unit,
    values: peer.map(of),
    note,
  });
  const { peakMb, timesFewer } = kind.goals;
  return [
    own('first view of the first page', 's', ({ times }) => times.viewSeconds),
    own('first page, worker has the file', 's', ({ times }) => times.firstSeconds),
    other('first page', 's', ({ firstSeconds }) => firstSeconds),
    own('whole file', 's', ({ times }) => times.wholeSeconds),
    other('whole file', 's', ({ wallSeconds }) => wallSeconds),
    own('pages per CPU second', '1/s', ({ cpuSeconds }) => pages / cpuSeconds),
    other('pages per CPU second', '1/s', ({ cpuSeconds }) => pages / cpuSeconds),
    own('CPU a page', 's', ({ cpuSeconds }) => cpuSeconds / pages),
    other('CPU a page', 's', ({ cpuSeconds }) => cpuSeconds / pages),
    {
      name: `${kind.title}: CPU of the peer over ours`,
      unit: 'x',
      values: ratios(perPage(peer), perPage(ours)),
      note,
      ...(timesFewer !== undefined && { goal: { atLeast: timesFewer } }),
    },
    { ...own('peak memory', 'MB', (cost) => cost.peakMb), ...(peakMb !== undefined && { goal: { atMost: peakMb } }) },
    other('peak memory', 'MB', (cost) => cost.peakMb),
  ];
}
