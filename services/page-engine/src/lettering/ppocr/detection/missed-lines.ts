/** Finds lines of letters that the detector missed: connected ink outside of the words. */
import { DisjointSets } from '../../disjoint-sets.js';
import { inkOf, type Raster } from '../../ink.js';
import { SpatialIndex } from '../spatial-index.js';
import type { Point, TurnedBox } from '../turned-box.js';
import { componentsOf, type Run } from './components.js';

/** Side of a letter in pixels, or of a word in script. */
const LETTER = { least: 4, most: 40 };
/** Letters of one group: gap as a share of the smaller one's side, and ratio of their sides. */
const BESIDE = { gap: 0.8, larger: 3 };
/** Sum of the sides of a group's letters, at least those of a short word, and letters of hatching. */
const GROUP = { least: 18, most: 120 };
/** Letters of a sheet at most: dense ones have 3,000, noise up to 100,000. */
const MOST = 20_000;
/** Height of a line in pixels; its length (dashed lines are longer) and the gap at its end in heights. */
const LINE = { low: 5, high: 32, short: 1.3, long: 16, gap: 2.2 };
/** Ink between lines, as a share of the row with the most. */
const SPACE = 0.12;
/** Box of a line: heights added to its length, and factor on its height. */
const BOX = { long: 0.5, short: 1.6 };
/** Directions to try, in degrees; level and upward lettering is taken if nearly as sharp. */
const STEP = 5;
const NEARLY = 0.93;

/**
 * @param picture letters of 5 to 30 pixels
 * @param isRead whether a point is in a word
 */
export function missedLines(picture: Raster, isRead: (point: Point) => boolean): TurnedBox[] {
  const { width, height } = picture;
  const letters = componentsOf({ data: inkOf(picture).ink, width, height }, 1)
    .map(letterOf)
    .filter(({ side, x, y }) => side >= LETTER.least && side <= LETTER.most && !isRead([x, y]));
  if (letters.length > MOST) return [];
  return groupsOf(letters)
    .filter((group) => group.length <= GROUP.most)
    .filter((group) => group.reduce((sum, { side }) => sum + side, 0) >= GROUP.least)
    .map((group) => group.flatMap(({ runs }) => runs.flatMap(pointsOf)))
    .flatMap((points) => linesOf(points, directionOf(points)));
}

interface Letter {
  runs: readonly Run[];
  /** Centre. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** The longer one. */
  side: number;
}

function letterOf(runs: readonly Run[]): Letter {
  let [left, right] = [Infinity, 0];
  for (const { from, to } of runs) [left, right] = [Math.min(left, from), Math.max(right, to)];
  const [top, bottom] = [runs[0]?.y ?? 0, (runs.at(-1)?.y ?? 0) + 1];
  const [width, height] = [right - left, bottom - top];
  return { runs, x: (left + right) / 2, y: (top + bottom) / 2, width, height, side: Math.max(width, height) };
}

const pointsOf = ({ from, to, y }: Run): Point[] => Array.from({ length: to - from }, (_, index) => [from + index, y]);

/** Letters joined by closeness, in any direction. */
function groupsOf(letters: readonly Letter[]): Letter[][] {
  const sets = new DisjointSets();
  const nearby = new SpatialIndex<number>();
  for (const letter of letters) {
    const index = sets.add();
    for (const before of nearby.at(letter)) {
      const other = letters[before];
      if (other && areBeside(letter, other)) sets.join(index, before);
    }
    nearby.add(index, letter, LETTER.most * (1 + BESIDE.gap));
  }
  return sets.groups(letters);
}

function areBeside(one: Letter, other: Letter): boolean {
  const [small, large] = one.side < other.side ? [one.side, other.side] : [other.side, one.side];
  const across = Math.max(0, Math.abs(one.x - other.x) - (one.width + other.width) / 2);
  const down = Math.max(0, Math.abs(one.y - other.y) - (one.height + other.height) / 2);
  return large <= small * BESIDE.larger && Math.hypot(across, down) <= small * BESIDE.gap;
}

/** Direction in which rows of ink are sharpest, in radians. */
function directionOf(points: readonly Point[]): number {
  const sharpness = (degrees: number): number => {
    let sum = 0;
    for (const count of rowsOf(points, radians(degrees)).values()) sum += count ** 2;
    return sum;
  };
  let best = { degrees: 0, sharp: sharpness(0) / NEARLY };
  const upward = sharpness(90) / NEARLY;
  if (upward > best.sharp) best = { degrees: 90, sharp: upward };
  for (let degrees = -90 + STEP; degrees < 90; degrees += STEP) {
    const sharp = sharpness(degrees);
    if (sharp > best.sharp) best = { degrees, sharp };
  }
  return radians(best.degrees);
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Ink by row. */
function rowsOf(points: readonly Point[], angle: number): Map<number, number> {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Map<number, number>();
  for (const [x, y] of points) {
    const row = Math.round(y * cos - x * sin);
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  return rows;
}

function linesOf(points: readonly Point[], angle: number): TurnedBox[] {
  const rows = rowsOf(points, angle);
  const most = Math.max(...rows.values());
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const inked = [...rows].filter(([, count]) => count > most * SPACE).map(([row]) => row);
  return stretchesOf(inked, 1).flatMap(([top, bottom]) => {
    const high = bottom - top + 1;
    if (high < LINE.low || high > LINE.high) return [];
    const along = points
      .filter(([x, y]) => Math.abs(y * cos - x * sin - (top + bottom) / 2) <= high / 2)
      .map(([x, y]) => x * cos + y * sin);
    const down = (top + bottom) / 2;
    return stretchesOf(along, high * LINE.gap)
      .filter(([from, to]) => to - from >= high * LINE.short && to - from <= high * LINE.long)
      .map(([from, to]): TurnedBox => {
        const middle = (from + to) / 2;
        return {
          x: middle * cos - down * sin,
          y: middle * sin + down * cos,
          long: to - from + high * BOX.long,
          short: high * BOX.short,
          angle,
        };
      });
  });
}

/** First and last of numbers without a larger gap between them. */
function stretchesOf(numbers: readonly number[], gap: number): [first: number, last: number][] {
  const stretches: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const stretch = stretches.at(-1);
    if (stretch && number - stretch[1] <= gap) stretch[1] = number;
    else stretches.push([number, number]);
  }
  return stretches;
}
