import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { figuresOf, type ComposeProgress } from '@symbio/report';
import { composeInChild, FOLDERS } from '@symbio/reports/composing';
import { inTemporaryFolder } from '../harness/cleanup.js';
import { canMeasure, childPeaks, cpuSecondsOf } from '../harness/processes.js';
import { sumOf } from '../harness/statistics.js';
import type { BenchRun } from './bench-run.js';
import { notMeasured, type Figure } from './figures.js';
import { largeEvidence, type Size } from './report/large-evidence.js';
import { crop, photograph, PHOTOGRAPHS, type PhotographKind } from './report/pictures.js';

/** 156 pages. */
const SIZE: Size = { figures: 60, photographs: 80, records: 200, documents: 40, paragraphs: 24 };
const QUICK_SIZE: Size = { figures: 3, photographs: 4, records: 5, documents: 2, paragraphs: 2 };
const GOALS = { cpuSeconds: 12, memoryMb: 2_000 } as const;
const SAMPLE_MS = 100;

type Stage = ComposeProgress['step'];
const STAGES: readonly Stage[] = ['figures', 'photographs', 'pdf', 'docx', 'manifest'];
const START = 'start, evidence and the first figure';

interface Cost {
  /** CPU seconds by stage. */
  stages: ReadonlyMap<string, number>;
  memoryMb: number;
}

/** CPU time and memory of the process that makes a report, and of the one that it starts for the PDF. */
export async function benchReport(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure)
    return notMeasured([{ name: 'report', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  const figures: Figure[] = [];
  for (const kind of Object.keys(PHOTOGRAPHS) as PhotographKind[])
    await inTemporaryFolder('report', async (folder) => {
      run.log(`Making sheets and ${PHOTOGRAPHS[kind].title}`);
      const bytes = await prepare(folder, run.quick ? QUICK_SIZE : SIZE, kind);
      run.log(`  ${Math.round(bytes.figures / 1e6)} and ${Math.round(bytes.photographs / 1e6)} MB`);
      const costs: Cost[] = [];
      for (let turn = 1; turn <= run.runs; turn++) costs.push(await measured(folder));
      figures.push(...rowsOf(kind, costs));
    });
  return figures;
}

/** The folder of a composition, as the service prepares it. */
async function prepare(folder: string, size: Size, kind: PhotographKind) {
  const pictures = path.join(folder, FOLDERS.pictures);
  await mkdir(pictures);
  const hashes = new Map<string, string>();
  const bytes = { figures: 0, photographs: 0 };
  const hashOf = (id: string): string => hashes.get(id) ?? '';
  for (const [at, { id }] of largeEvidence(size, hashOf).photographs.entries()) {
    const file = await photograph(kind, at);
    hashes.set(id, createHash('sha256').update(file).digest('hex'));
    bytes.photographs += file.length;
    await writeFile(path.join(pictures, `photograph-${id}`), file);
  }
  const evidence = largeEvidence(size, hashOf);
  for (const request of figuresOf(evidence)) {
    const file = await crop(request, request.number);
    bytes.figures += file.length;
    await writeFile(path.join(pictures, `figure-${request.number}`), file);
  }
  await writeFile(path.join(folder, FOLDERS.evidence), JSON.stringify(evidence));
  return bytes;
}

/** Of children, running and ended; watching them takes time of this process. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return cpuSecondsOf(process.pid, { withChildren: true }) - (user + system) / 1e6;
}

async function measured(folder: string): Promise<Cost> {
  const stages = new Map<string, number>();
  let before = cpuSeconds();
  const count = (stage: string): void => {
    const now = cpuSeconds();
    stages.set(stage, (stages.get(stage) ?? 0) + now - before);
    before = now;
  };
  const peaks = childPeaks(SAMPLE_MS);
  await composeInChild('')(folder, {
    onProgress: ({ step, done }) => count(step === 'figures' && done === 1 ? START : step),
    signal: new AbortController().signal,
  });
  count('manifest');
  // an upper bound: both processes are not at their peaks together
  return { stages, memoryMb: sumOf(peaks.stop().values()) };
}

function rowsOf(kind: PhotographKind, costs: readonly Cost[]): Figure[] {
  const { title } = PHOTOGRAPHS[kind];
  const goalFor = (atMost: number) => (kind === 'noisy' ? {} : { goal: { atMost } });
  return [
    ...[START, ...STAGES].map((stage) => ({
      ...{ name: `${title}: ${stage}`, unit: 'CPU s', values: costs.map(({ stages }) => stages.get(stage) ?? NaN) },
    })),
    {
      ...{ name: `${title}: all`, unit: 'CPU s', values: costs.map(({ stages }) => sumOf(stages.values())) },
      ...goalFor(GOALS.cpuSeconds),
    },
    {
      ...{ name: `${title}: memory`, unit: 'MB', values: costs.map(({ memoryMb }) => memoryMb) },
      goal: { atMost: GOALS.memoryMb },
    },
  ];
}
