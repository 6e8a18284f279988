/** Finds lettering that programs drew as outlines or strokes, without text. */
import type { Area } from './page.js';

export interface DrawnPath extends Area {
  /** Of its segments; a curve has three. */
  points: number;
  filled: boolean;
}

/** Heights of letters in inches. */
const [LEAST_HEIGHT, MOST_HEIGHT] = [0.04, 0.7];
/** Strokes have few points, as do outlines of houses, which are larger. */
const MOST_STROKED = 0.25;
const LONGEST_WORD = 6;
/** Mean points of a letter. */
const POINTS = { filled: 10, stroked: 4 };
/** Fewer letters are symbols. */
const LEAST_LETTERS = 8;
/** Fewer may be a logo. */
const MORE_THAN_LOGO = 24;
/** In a row. */
const LEAST_IN_ROW = 4;
const LEAST_SHAPES = 3;
/** Share of a row's letters whose heights differ by less than a third from the median, as capitals do. */
const SAME_HEIGHT = { share: 0.6, from: 0.65, to: 1.5 };
/** Between letters, in heights. */
const GAP = 0.9;
/** Pixels between baselines that are compared. */
const LINE = 16;
/** Rows that end on a line, of which one may go on. */
const MOST_ENDS = 8;

export interface DrawnLettering {
  /** Around all rows. */
  area: Area;
  mayBeLogo: boolean;
}

/** Undefined: none, or next to none. */
export function drawnLettering(paths: readonly DrawnPath[], pixelsPerInch: number): DrawnLettering | undefined {
  const level = paths.filter((path) => isLetter(path, path.height / pixelsPerInch, path.width / pixelsPerInch));
  const turned = paths
    .filter((path) => isLetter(path, path.width / pixelsPerInch, path.height / pixelsPerInch))
    .map(transposed);
  const rows = [rowsOf(level), rowsOf(turned).map((row) => row.map(transposed))].map((some) =>
    some.filter(isLettering),
  );
  const [found = []] = rows.sort((one, other) => lettersIn(other) - lettersIn(one));
  const letters = lettersIn(found);
  if (letters < LEAST_LETTERS) return undefined;
  return { area: boundsOf(found.flat()), mayBeLogo: letters < MORE_THAN_LOGO };
}

function isLetter({ filled, points }: DrawnPath, high: number, long: number): boolean {
  if (high > (filled ? MOST_HEIGHT : MOST_STROKED) || points < 3) return false;
  // an "I" or a hyphen may be thin; a path of a whole word has many points
  return Math.max(high, long) >= LEAST_HEIGHT && (long <= 1.6 * high || (filled && isWord(points, high, long)));
}

const isWord = (points: number, high: number, long: number): boolean =>
  high >= LEAST_HEIGHT && long <= LONGEST_WORD && points >= (10 * long) / high;

/** Letters of one path. */
const lettersOf = ({ width, height }: DrawnPath): number =>
  Math.max(1, Math.round(Math.max(width, height) / Math.max(1, Math.min(width, height))));

const lettersIn = (rows: readonly (readonly DrawnPath[])[]): number =>
  rows.flat().reduce((sum, path) => sum + (isWide(path) ? lettersOf(path) : 1), 0);

const isWide = ({ points, width, height }: DrawnPath): boolean =>
  points >= 30 && Math.max(width, height) > 2 * Math.min(width, height);

const transposed = ({ x, y, width, height, ...rest }: DrawnPath): DrawnPath => ({
  ...{ x: y, y: x, width: height, height: width },
  ...rest,
});

/** Chains of neighbours on one line, from left to right. */
function rowsOf(paths: readonly DrawnPath[]): DrawnPath[][] {
  const rows: DrawnPath[][] = [];
  /** Rows by the line of their last letter. */
  const ends = new Map<number, DrawnPath[][]>();
  const lineOf = ({ y, height }: DrawnPath): number => Math.floor((y + height) / LINE);
  for (const path of [...paths].sort((one, other) => one.x - other.x)) {
    const line = lineOf(path);
    const near = [line - 1, line, line + 1].flatMap((at) => ends.get(at) ?? []);
    const row = near.findLast((some) => follows(some.at(-1), path));
    if (row) row.push(path);
    else rows.push([path]);
    const own = row ?? rows.at(-1);
    if (!own) continue;
    const others = (ends.get(line) ?? []).filter((some) => some !== own);
    ends.set(line, [...others.slice(-MOST_ENDS), own]);
  }
  return rows;
}

function follows(last: DrawnPath | undefined, path: DrawnPath): boolean {
  if (!last) return false;
  const height = Math.max(last.height, path.height);
  const gap = path.x - (last.x + last.width);
  const isLevel =
    Math.abs(last.y + last.height - path.y - path.height) <= 0.4 * height ||
    Math.abs(last.y + last.height / 2 - path.y - path.height / 2) <= 0.25 * height;
  return isLevel && gap <= GAP * height && gap >= -0.5 * height;
}

function isLettering(row: readonly DrawnPath[]): boolean {
  const isWords = row.some(isWide);
  if (!isWords && row.length < LEAST_IN_ROW) return false;
  if (isWords) return true;
  const points = row.reduce((sum, path) => sum + path.points, 0) / row.length;
  if (points < (row[0]?.filled ? POINTS.filled : POINTS.stroked)) return false;
  if (new Set(row.map((path) => `${path.points} ${Math.round(path.width / 2)}`)).size < LEAST_SHAPES) return false;
  const highs = row.map(({ width, height }) => Math.max(width, height)).sort((one, other) => one - other);
  const median = highs[highs.length >> 1] ?? 0;
  const alike = highs.filter((high) => high >= SAME_HEIGHT.from * median && high <= SAME_HEIGHT.to * median);
  return alike.length >= SAME_HEIGHT.share * row.length;
}

function boundsOf(areas: readonly Area[]): Area {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of areas) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
