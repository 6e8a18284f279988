import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { cacheDir, nodeProgram, onPath } from '../dev/paths.js';
import type { Figure } from './figures.js';
import { canMeasure, measureProcess, together, type ProcessCost } from './measured-process.js';
import { SCANS, type BenchFile } from './scans.js';

/** Goals of the page pipeline on twelve scans (design of the pipeline, benchmarks to keep). */
const GOALS = { timesFewer: 3, timesFloor: 1.3, peakMb: 450 } as const;

/**
 * Processor time a page and peak memory of the page pipeline, beside `pdftoppm` with `vips dzsave` on the same file in
 * the same run, turn by turn, so that a machine whose speed drifts slows both.
 */
export async function benchPipeline(file: BenchFile, runs: number, log: (line: string) => void): Promise<Figure[]> {
  if (!canMeasure)
    return [
      {
        name: 'page pipeline',
        unit: '',
        values: [],
        note: 'Not measured: costs are read from /proc, which only Linux has.',
      },
    ];
  const missing = ['pdftoppm', 'vips'].filter((program) => !onPath(program));
  const ours: ProcessCost[] = [];
  const peer: ProcessCost[] = [];
  const floor: number[] = [];
  for (let run = 1; run <= runs; run++) {
    log(`Pipeline, run ${run} of ${runs}`);
    ours.push(
      await inFolder((folder) =>
        measureProcess(process.execPath, [...nodeProgram('bench/pipeline-run'), file.path, folder]),
      ),
    );
    if (missing.length === 0) peer.push(await inFolder((folder) => peerRun(file, folder)));
    floor.push(await inFolder((folder) => floorRun(file, folder)));
  }
  const perPage = (costs: readonly ProcessCost[]): number[] => costs.map((cost) => cost.cpuSeconds / SCANS.pages);
  const ratio = (a: readonly number[], b: readonly number[]): number[] => b.map((value, i) => value / (a[i] ?? NaN));
  const note =
    missing.length > 0
      ? `Not measured: ${missing.join(' and ')} not found. Install the Debian packages poppler-utils and libvips-tools.`
      : undefined;
  return [
    { name: 'pipeline, whole file', unit: 's', values: ours.map((cost) => cost.wallSeconds) },
    { name: 'pipeline, pages per CPU second', unit: '1/s', values: perPage(ours).map((seconds) => 1 / seconds) },
    { name: 'pipeline, CPU a page', unit: 's', values: perPage(ours) },
    {
      name: 'pipeline, peak memory',
      unit: 'MB',
      values: ours.map((cost) => cost.peakMb),
      goal: { atMost: GOALS.peakMb },
    },
    { name: 'pdftoppm + vips dzsave, whole file', unit: 's', values: peer.map((cost) => cost.wallSeconds), note },
    {
      name: 'pdftoppm + vips dzsave, pages per CPU second',
      unit: '1/s',
      values: perPage(peer).map((seconds) => 1 / seconds),
      note,
    },
    { name: 'pdftoppm + vips dzsave, CPU a page', unit: 's', values: perPage(peer), note },
    { name: 'pdftoppm + vips dzsave, peak memory', unit: 'MB', values: peer.map((cost) => cost.peakMb), note },
    {
      name: 'CPU of the peer over ours',
      unit: 'x',
      values: ratio(perPage(ours), perPage(peer)),
      goal: { atLeast: GOALS.timesFewer },
      note,
    },
    { name: 'floor: decode and 4/3 encode, CPU a page', unit: 's', values: floor },
    {
      name: 'our CPU over the floor',
      unit: 'x',
      values: ratio(floor, perPage(ours)),
      goal: { atMost: GOALS.timesFloor },
    },
  ];
}

/** Renders each page at its own resolution and cuts it into the same tiles. */
async function peerRun(file: BenchFile, folder: string): Promise<ProcessCost> {
  const costs: ProcessCost[] = [];
  for (let page = 1; page <= SCANS.pages; page++) {
    const picture = path.join(folder, 'page');
    const number = String(page);
    costs.push(
      await measureProcess('pdftoppm', [
        '-r',
        String(SCANS.dpi),
        '-f',
        number,
        '-l',
        number,
        '-singlefile',
        file.path,
        picture,
      ]),
      await measureProcess('vips', [
        'dzsave',
        `${picture}.ppm`,
        path.join(folder, `tiles-${page}`),
        '--tile-size',
        '512',
        '--overlap',
        '0',
        '--suffix',
        '.jpg[Q=85]',
      ]),
    );
    rmSync(`${picture}.ppm`);
  }
  return together(costs);
}

async function floorRun(file: BenchFile, folder: string): Promise<number> {
  const picture = path.join(folder, 'first.jpg');
  writeFileSync(picture, await firstPicture(file.path));
  return Number(execFileSync(process.execPath, [...nodeProgram('bench/floor-run'), picture], { encoding: 'utf8' }));
}

async function firstPicture(file: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(readFileSync(file));
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode'))
      return object.contents;
  }
  throw new Error(`${file} holds no JPEG`);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(cacheDir, 'bench', 'run-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
