import type { Block, Position } from './model.js';
import { streetName } from './names.js';

/** Degrees. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number];

export interface NamedLine {
  name: string;
  line: readonly Position[];
}

/** A plan has no room for the streets of a larger file. */
const MOST_CORNERS = 20_000;
/** A hundredth of a metre. */
const DECIMALS = 1e7;

const rounded = (degrees: number): number => Math.round(degrees * DECIMALS) / DECIMALS;

const compared = <Value extends number | string>(one: Value, other: Value): number =>
  one < other ? -1 : one > other ? 1 : 0;

/**
 * Lines of streets within a box, by name, then by degrees, whatever the order of the blocks: consecutive blocks are one
 * line, and the two sides of a block too. None if they have more than 20,000 corners.
 */
export function streetLines(blocks: readonly Pick<Block, 'street' | 'path'>[], box: DegreeBox): NamedLine[] {
  const streets = new Map<string, { name: string; parts: Map<string, Position[]> }>();
  let corners = 0;
  for (const { street: name, path } of blocks) {
    const { key } = streetName(name);
    const street = streets.get(key) ?? { name, parts: new Map<string, Position[]>() };
    if (name < street.name) street.name = name;
    for (const part of clipped(path, box).map(directed)) {
      street.parts.set(String(part), part);
      corners += part.length;
    }
    streets.set(key, street);
  }
  if (corners > MOST_CORNERS) return [];
  return [...streets.values()]
    .sort((one, other) => compared(one.name, other.name))
    .flatMap(({ name, parts }) => joined([...parts.values()].sort(byDegrees)).map((line) => ({ name, line })));
}

function byDegrees(one: readonly Position[], other: readonly Position[]): number {
  for (const [at, [longitude, latitude]] of one.entries()) {
    const to = other[at];
    const order = to ? compared(longitude, to[0]) || compared(latitude, to[1]) : 1;
    if (order !== 0) return order;
  }
  return compared(one.length, other.length);
}

/** From west to east, so that both sides of a block are equal. */
function directed(path: Position[]): Position[] {
  const reversed = path.toReversed();
  return byDegrees(path, reversed) <= 0 ? path : reversed;
}

const isSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

/** The parts of a path within the box, without repeated corners. */
function clipped(path: readonly Position[], box: DegreeBox): Position[][] {
  const parts: Position[][] = [];
  for (const [at, to] of path.slice(1).entries()) {
    const segment = clippedSegment(path[at] ?? to, to, box);
    if (!segment || isSame(...segment)) continue;
    const last = parts.at(-1);
    if (last && isSame(last.at(-1), segment[0])) last.push(segment[1]);
    else parts.push([...segment]);
  }
  return parts;
}

/** By Liang and Barsky: shares of the segment at which it enters and leaves the box. */
function clippedSegment(
  from: Position,
  to: Position,
  [west, south, east, north]: DegreeBox,
): [Position, Position] | undefined {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  let [enters, leaves] = [0, 1];
  for (const [step, room] of [
    [-dx, from[0] - west],
    [dx, east - from[0]],
    [-dy, from[1] - south],
    [dy, north - from[1]],
  ] as const) {
    if (step === 0 && room < 0) return undefined;
    if (step < 0) enters = Math.max(enters, room / step);
    if (step > 0) leaves = Math.min(leaves, room / step);
  }
  if (enters > leaves) return undefined;
  const at = (share: number): Position => [rounded(from[0] + dx * share), rounded(from[1] + dy * share)];
  return [at(enters), at(leaves)];
}

/** Parts that meet, unless more than two do. */
function joined(parts: readonly Position[][]): Position[][] {
  const ends = new Map<string, Position[][]>();
  for (const part of parts)
    for (const end of [part[0], part.at(-1)]) {
      const known = ends.get(String(end));
      if (known) known.push(part);
      else ends.set(String(end), [part]);
    }
  const left = new Set(parts);
  const next = (end: Position | undefined): Position[] | undefined => {
    const met = ends.get(String(end)) ?? [];
    const part = met.length === 2 ? met.find((one) => left.delete(one)) : undefined;
    return part && (isSame(part[0], end) ? part : part.toReversed());
  };
  const extended = (line: readonly Position[]): Position[] => {
    const longer = [...line];
    for (let part = next(longer.at(-1)); part; part = next(longer.at(-1))) longer.push(...part.slice(1));
    return longer;
  };
  const lines = parts.flatMap((part) => (left.delete(part) ? [extended(extended(part).toReversed())] : []));
  return lines.map(directed).sort(byDegrees);
}
