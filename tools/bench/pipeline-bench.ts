import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { nodeProgram } from '../dev/paths.js';
import { benchFile, type BenchFile } from './bench-file.js';
import { inFolder, type BenchRun } from './bench-run.js';
import { embeddedPictures } from './embedded-pictures.js';
import type { Figure } from './figures.js';
import { KINDS, kindOf, type Kind } from './kinds.js';
import { canMeasure, measureProcess, type ProcessCost } from './measured-process.js';
import { peerRun, type PeerCost } from './peer-run.js';
import { missingNote, notMeasured } from './peers.js';
import type { PipelineTimes } from './pipeline-times.js';
import { tiffOfG4 } from './tiff-of-g4.js';

/** One run of the page pipeline. */
interface OwnCost extends ProcessCost {
  times: PipelineTimes;
}

/**
 * Time, processor time a page and peak memory of the page pipeline on the five kinds of files, beside the peer of each
 * on the same file in the same run, turn by turn, so that a machine whose speed drifts slows both.
 */
export async function benchPipeline(run: BenchRun): Promise<Figure[]> {
  if (!canMeasure) {
    return notMeasured([{ name: 'page pipeline', unit: '' }], 'Not measured: costs are read from /proc of Linux.');
  }
  const figures: Figure[] = [];
  for (const kind of run.kinds?.map(kindOf) ?? KINDS) figures.push(...(await benchKind(kind, run)));
  return figures;
}

async function benchKind(kind: Kind, run: BenchRun): Promise<Figure[]> {
  const cannotMake = missingNote(kind.needs);
  if (cannotMake) return notMeasured([{ name: `${kind.title}: pipeline`, unit: '' }], cannotMake);
  const file = await benchFile(kind.recipe(run.quick ? kind.quickPages : kind.pages), run.log);
  const note = missingNote([kind.peer, 'vips']);
  const ours: OwnCost[] = [];
  const peer: PeerCost[] = [];
  const floor: number[] = [];
  for (let turn = 1; turn <= run.runs; turn++) {
    run.log(`Pipeline on ${file.pages} pages of ${kind.title}, run ${turn} of ${run.runs}`);
    ours.push(await inFolder((folder) => ownRun(file, folder)));
    if (!note) peer.push(await inFolder((folder) => peerRun(file, kind, folder)));
    if (kind.floor) floor.push(await inFolder((folder) => floorRun(file, kind, folder)));
  }
  return figuresOf(kind, file, { ours, peer, floor, note });
}

/** Makes all pages, or only some, with a process of the product. */
export async function ownRun(file: BenchFile, folder: string, pages: readonly number[] = []): Promise<OwnCost> {
  const parameters = [...nodeProgram('bench/pipeline-run'), file.path, folder, ...pages.map(String)];
  const { output, ...cost } = await measureProcess(process.execPath, parameters);
  return { ...cost, times: JSON.parse(output) as PipelineTimes };
}

/** Processor seconds of the least effort for one picture of the file. */
export async function floorRun(file: BenchFile, kind: Kind, folder: string): Promise<number> {
  if (!kind.floor) return NaN;
  const [picture] = await embeddedPictures(file.path, kind.floor);
  if (!picture) return NaN;
  const fax = kind.floor === 'CCITTFaxDecode';
  const target = path.join(folder, fax ? 'first.tif' : 'first.jpg');
  writeFileSync(target, fax ? tiffOfG4(picture) : picture.data);
  return Number((await measureProcess(process.execPath, [...nodeProgram('bench/floor-run'), target])).output);
}

interface Measured {
  ours: OwnCost[];
  peer: PeerCost[];
  floor: number[];
  note: string | undefined;
}

function figuresOf(kind: Kind, { pages }: BenchFile, { ours, peer, floor, note }: Measured): Figure[] {
  const perPage = (costs: readonly ProcessCost[]): number[] => costs.map((cost) => cost.cpuSeconds / pages);
  const rate = (costs: readonly ProcessCost[]): number[] => perPage(costs).map((seconds) => 1 / seconds);
  const ratio = (a: readonly number[], b: readonly number[]): number[] => b.map((value, i) => value / (a[i] ?? NaN));
  const own = (what: string): string => `${kind.title}: ${what}`;
  const other = (what: string): string => `${kind.title}, ${kind.peer} + vips dzsave: ${what}`;
  const atMost = (value: number | undefined) => value && { goal: { atMost: value } };
  const atLeast = (value: number | undefined) => value && { goal: { atLeast: value } };
  const { goals } = kind;
  return [
    { name: own('first view of the first page'), unit: 's', values: ours.map(({ times }) => times.sightSeconds) },
    { name: own('first page, worker has the file'), unit: 's', values: ours.map(({ times }) => times.firstSeconds) },
    { name: other('first page'), unit: 's', values: peer.map(({ firstSeconds }) => firstSeconds), note },
    { name: own('whole file'), unit: 's', values: ours.map(({ times }) => times.wholeSeconds) },
    { name: other('whole file'), unit: 's', values: peer.map((cost) => cost.wallSeconds), note },
    { name: own('pages per CPU second'), unit: '1/s', values: rate(ours) },
    { name: other('pages per CPU second'), unit: '1/s', values: rate(peer), note },
    { name: own('CPU a page'), unit: 's', values: perPage(ours) },
    { name: other('CPU a page'), unit: 's', values: perPage(peer), note },
    {
      name: own('CPU of the peer over ours'),
      unit: 'x',
      values: ratio(perPage(ours), perPage(peer)),
      note,
      ...atLeast(goals.timesFewer),
    },
    { name: own('peak memory'), unit: 'MB', values: ours.map((cost) => cost.peakMb), ...atMost(goals.peakMb) },
    { name: other('peak memory'), unit: 'MB', values: peer.map((cost) => cost.peakMb), note },
    ...(kind.floor
      ? [
          { name: own('floor, decode and 4/3 encode, CPU a page'), unit: 's', values: floor },
          {
            name: own('our CPU over the floor'),
            unit: 'x',
            values: ratio(floor, perPage(ours)),
            ...atMost(goals.timesFloor),
          },
        ]
      : []),
  ];
}
