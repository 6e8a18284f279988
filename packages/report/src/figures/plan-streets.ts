import { isWithin as isInRing } from '@symbio/georeference';
import { boxOfPoint, doesCross, doOverlap, isWithin, middleOfBox, sidesOf, type Line } from './labels.js';
import type { Box, Point } from './plan.js';
import { lettered, sizeOfStrokes } from './symbols.js';

/** A street of the plan: its lines may leave the map. */
export interface PlannedStreet {
  name: string;
  lines: Point[][];
  /** Absent without room. */
  label?: StreetLabel;
}

export interface StreetLabel {
  text: string;
  middle: Point;
  /** Degrees clockwise, -90 up to 90: letters are upright. */
  angle: number;
  /** Pixels, with the room around the letters. */
  width: number;
  height: number;
}

interface NamedLine {
  name: string;
  line: Point[];
}

/** What street names do not cover. */
interface Around {
  width: number;
  height: number;
  rings: readonly Point[][];
  /** Features and the site. */
  points: readonly Point[];
  /** Of features, with the lines to them. */
  labels: readonly Box[];
  pointers: readonly Line[];
}

/** Of the letters of a street name. */
export const STREET_SCALE = 1.1;
/** Pixels around the letters. */
const PADDING = { x: 10, y: 5 };
/** Pixels between places that are tried, and by which a street may bend below its name. */
const STEP = 24;
const BEND = 6;

/** A place for a name, as upright squares along it: boxes that are turned are compared so. */
interface Candidate {
  label: StreetLabel;
  squares: Box[];
}

/** Streets in the given order, each with its lines and one name where there is room, best beside crossings. */
export function planStreets(lines: readonly NamedLine[], around: Around): PlannedStreet[] {
  const names = [...new Set(lines.map(({ name }) => name))];
  const sides = lines.flatMap(({ name, line }) => sidesOf(line).map((side) => ({ name, side })));
  const isFree = freeOf(around);
  const taken: Box[] = [];
  return names.map((name) => {
    const own = lines.filter((one) => one.name === name);
    const others = sides.filter((one) => one.name !== name).map(({ side }) => side);
    const free = candidatesOf(name, own).filter(
      ({ squares }) => squares.every(isFree) && !squares.some((square) => taken.some((box) => doOverlap(square, box))),
    );
    const isClear = ({ squares }: Candidate): boolean =>
      !others.some((side) => squares.some((square) => doesCross(side, square)));
    const found = free.find(isClear) ?? free[0];
    taken.push(...(found?.squares ?? []));
    return { name, lines: own.map(({ line }) => line), ...(found && { label: found.label }) };
  });
}

/** Whether a square is on the map, outside of the property, and beside features and their labels. */
function freeOf({ rings, points, labels, pointers, ...map }: Around): (square: Box) => boolean {
  const boxes = [...labels, ...points.map(boxOfPoint)];
  const lines = [...rings.flatMap(sidesOf), ...pointers];
  const isOutside = (at: Point): boolean => rings.filter((ring) => isInRing(at, ring)).length % 2 === 0;
  return (square) =>
    isWithin(square, map) &&
    isOutside(middleOfBox(square)) &&
    !boxes.some((box) => doOverlap(square, box)) &&
    !lines.some((line) => doesCross(line, square));
}

/** Of the longest line first, from its middle outward. */
function candidatesOf(name: string, lines: readonly NamedLine[]): Candidate[] {
  const text = lettered(name);
  if (text === undefined) return [];
  const letters = sizeOfStrokes(text, STREET_SCALE);
  const size = { width: letters.width + 2 * PADDING.x, height: letters.height + 2 * PADDING.y };
  return lines
    .map(({ line }) => measured(line))
    .sort((one, other) => other.length - one.length)
    .flatMap((path) => {
      const steps = Math.floor((path.length - size.width) / STEP);
      return Array.from({ length: Math.max(0, steps + 1) }, (_, at) => {
        const offset = Math.ceil(at / 2) * STEP * (at % 2 === 0 ? 1 : -1);
        return candidateAt(path, (path.length - size.width) / 2 + offset, { text, ...size });
      });
    })
    .filter((one) => one !== undefined);
}

interface Path {
  points: readonly Point[];
  /** Pixels from the start to each point. */
  at: number[];
  length: number;
}

function measured(points: readonly Point[]): Path {
  let length = 0;
  const at = [0, ...sidesOf(points).map(([from, to]) => (length += Math.hypot(to.x - from.x, to.y - from.y)))];
  return { points, at, length };
}

function pointAt({ points, at }: Path, length: number): Point {
  const next = Math.max(
    1,
    at.findIndex((one) => one >= length),
  );
  const [from, to] = [points[next - 1] ?? { x: 0, y: 0 }, points[next] ?? { x: 0, y: 0 }];
  const [before = 0, after = 0] = [at[next - 1], at[next]];
  const share = after > before ? (length - before) / (after - before) : 0;
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Undefined where the street bends. */
function candidateAt(
  path: Path,
  start: number,
  { text, width, height }: { text: string; width: number; height: number },
): Candidate | undefined {
  const [from, to] = [pointAt(path, start), pointAt(path, start + width)];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const chord = Math.hypot(dx, dy);
  const between = path.points.filter((_, at) => {
    const length = path.at[at] ?? 0;
    return length > start && length < start + width;
  });
  if (chord < width - BEND || between.some((one) => bendAt(one, from, { dx, dy }) > BEND * chord)) return undefined;
  const degrees = (Math.atan2(dy, dx) * 180) / Math.PI;
  const angle = degrees >= 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees;
  const count = Math.ceil(width / height);
  const squares = Array.from({ length: count }, (_, at) => {
    const share = (at + 0.5) / count;
    return { x: from.x + dx * share - height / 2, y: from.y + dy * share - height / 2, width: height, height };
  });
  const middle = { x: from.x + dx / 2, y: from.y + dy / 2 };
  return { label: { text, middle, angle, width, height }, squares };
}

/** Distance from the chord, times its length. */
const bendAt = ({ x, y }: Point, from: Point, { dx, dy }: { dx: number; dy: number }): number =>
  Math.abs((x - from.x) * dy - (y - from.y) * dx);
