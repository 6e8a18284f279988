/** Connected lettering of a probability map. Plain functions. */
import { grown, hullOf, smallestBox, type Point, type TurnedBox } from './turned-box.js';

/** Probability, of 255, from which a pixel is lettering (0.3), */
const BINARY = 77;
/** and the mean of a piece's pixels from which it is (0.5). */
const BOX = 128;
/** Pixels of a piece, and the shorter side of its box before and after it has grown. */
const LEAST = { pixels: 12, before: 3, after: 5 };
/** DB marks the middle of lines of text: area over circumference times this is what lies around it. */
const UNCLIP = 1.6;
/** Pieces of a page: a dense sheet has 3,000. The largest ones count on a page of 100,000 specks. */
const MOST = 8_000;

/** A row of neighbours in a line of the map. */
interface Run {
  from: number;
  /** The pixel behind the last one. */
  to: number;
  y: number;
  sum: number;
}

/** Boxes around lettering, in pixels of the map: what touches, also by corners, is one. */
export function boxesOf(map: { data: Uint8Array; width: number; height: number }): TurnedBox[] {
  return componentsOf(map)
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

/** Corners of the pixels at the ends of runs. */
const cornersOf = (runs: readonly Run[]): Point[] =>
  runs.flatMap(({ from, to, y }): Point[] => [
    [from - 0.5, y - 0.5],
    [to - 0.5, y - 0.5],
    [from - 0.5, y + 0.5],
    [to - 0.5, y + 0.5],
  ]);

function componentsOf({ data, width, height }: { data: Uint8Array; width: number; height: number }): Run[][] {
  const runs: Run[] = [];
  const parents: number[] = [];
  const find = (label: number): number => {
    while (parents[label] !== label) label = parents[label] = parents[parents[label] ?? label] ?? label;
    return label;
  };
  /** The first run of the row before, and of this one. */
  let before = 0;
  for (let y = 0; y < height; y++) {
    const begin = runs.length;
    let above = before;
    for (let x = 0; x < width; x++) {
      if ((data[y * width + x] ?? 0) < BINARY) continue;
      const from = x;
      let sum = 0;
      for (; x < width && (data[y * width + x] ?? 0) >= BINARY; x++) sum += data[y * width + x] ?? 0;
      const label = runs.push({ from, to: x, y, sum }) - 1;
      parents.push(label);
      while (above < begin && (runs[above]?.to ?? 0) < from) above++;
      for (let other = above; other < begin && (runs[other]?.from ?? 0) <= x; other++)
        parents[find(other)] = find(label);
    }
    before = begin;
  }
  const components = new Map<number, Run[]>();
  for (const [label, run] of runs.entries()) {
    const root = find(label);
    const list = components.get(root);
    if (list) list.push(run);
    else components.set(root, [run]);
  }
  return [...components.values()];
}
