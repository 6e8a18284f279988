import { DisjointSets } from '../../disjoint-sets.js';
import { grown, hullOf, smallestBox, type Point, type TurnedBox } from '../turned-box.js';

/** Pixel threshold for lettering (0.3 of 255). */
const BINARY = 77;
/** Threshold of a component's mean (0.5 of 255). */
const BOX = 128;
/** Minimum pixels, and minimum shorter side before and after unclipping. */
const LEAST = { pixels: 12, before: 3, after: 5 };
/** DB marks the core of text lines: boxes grow by area over circumference times this. */
const UNCLIP = 1.6;
/** Component limit, largest first: a dense sheet has 3,000, noise up to 100,000. */
const MOST = 8_000;

/** A horizontal run of pixels. */
export interface Run {
  from: number;
  /** Exclusive end. */
  to: number;
  y: number;
  sum: number;
}

/** Boxes around 8-connected lettering, in map pixels. */
export function boxesOf(map: { data: Uint8Array; width: number; height: number }): TurnedBox[] {
  return componentsOf(map, BINARY)
    .filter(isLettering)
    .map((runs) => smallestBox(hullOf(cornersOf(runs))))
    .filter(({ short }) => short >= LEAST.before)
    .map((box) => grown(box, UNCLIP))
    .filter(({ short }) => short >= LEAST.after)
    .sort((one, other) => other.long * other.short - one.long * one.short)
    .slice(0, MOST);
}

function isLettering(runs: readonly Run[]): boolean {
  const pixels = runs.reduce((count, { from, to }) => count + to - from, 0);
  const sum = runs.reduce((total, run) => total + run.sum, 0);
  return pixels >= LEAST.pixels && sum / pixels >= BOX;
}

const cornersOf = (runs: readonly Run[]): Point[] =>
  runs.flatMap(({ from, to, y }): Point[] => [
    [from - 0.5, y - 0.5],
    [to - 0.5, y - 0.5],
    [from - 0.5, y + 0.5],
    [to - 0.5, y + 0.5],
  ]);

/** 8-connected pixels of at least this value, from the top. */
export function componentsOf(
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  least: number,
): Run[][] {
  const runs: Run[] = [];
  const sets = new DisjointSets();
  /** First run of the previous row, and of this one. */
  let before = 0;
  for (let y = 0; y < height; y++) {
    const begin = runs.length;
    let above = before;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) < least) continue;
      const from = x;
      let sum = 0;
      for (; x < width && (data[y * width + x] ?? 0) >= least; x++) sum += data[y * width + x] ?? 0;
      runs.push({ from, to: x, y, sum });
      const label = sets.add();
      while (above < begin && (runs[above]?.to ?? 0) < from) above++;
      for (let other = above; other < begin && (runs[other]?.from ?? 0) <= x; other++) sets.join(label, other);
    }
    before = begin;
  }
  return sets.groups(runs);
}
