import { middleOf, planeAt, type Plane } from '@symbio/georeference';
import { StreetsError, type Block, type Crossing, type Position, type StreetLine } from './model.js';
import { streetName } from './names.js';

export const MOST_CROSSINGS = 200_000;
/** Degrees: about a block. */
const CELL = 0.002;
/** Comparisons and cells that a real street file does not need. */
const MOST_COMPARED = 200_000_000;
const MOST_CELLS = 3_000_000;
/** Feet by which an end may miss the other street. */
const LOOSE = 3;
/** Feet within which crossings of a divided road are one. */
const ONE_CROSSING = 82;
const UNNUMBERED = { from: 0, to: 0 };
const TOO_DENSE = 'Too many street lines lie on one place. Remove duplicates.';

interface Segment {
  street: number;
  from: Position;
  to: Position;
}

const cellOf = (degrees: number): number => Math.floor(degrees / CELL);

const span = (one: number, other: number) => [cellOf(Math.min(one, other)), cellOf(Math.max(one, other))] as const;

/** Segments by cell. @throws StreetsError for lines that reach too far */
function cellsOf(segments: readonly Segment[]): Map<string, Segment[]> {
  const cells = new Map<string, Segment[]>();
  let filled = 0;
  for (const segment of segments) {
    const [west, east] = span(segment.from[0], segment.to[0]);
    const [south, north] = span(segment.from[1], segment.to[1]);
    filled += (east - west + 1) * (north - south + 1);
    if (filled > MOST_CELLS) throw new StreetsError('The street lines reach too far. Cut them to the area you need.');
    for (let column = west; column <= east; column++)
      for (let row = south; row <= north; row++) {
        const cell = `${column},${row}`;
        const list = cells.get(cell);
        if (list) list.push(segment);
        else cells.set(cell, [segment]);
      }
  }
  return cells;
}

/** Streets by name; the first spelling of each is its name. */
function namedSegments(lines: readonly StreetLine[]) {
  const names: string[] = [];
  const indexes = new Map<string, number>();
  const segments: Segment[] = [];
  for (const { name, path } of lines) {
    const { key } = streetName(name);
    let street = indexes.get(key);
    if (street === undefined) {
      street = names.push(name) - 1;
      indexes.set(key, street);
    }
    let from = path[0];
    for (const to of path.slice(1)) {
      if (from) segments.push({ street, from, to });
      from = to;
    }
  }
  return { names, segments };
}

/** Undefined if they do not meet, or run along each other. */
function meeting(one: Segment, other: Segment, plane: Plane): Position | undefined {
  const at = ([longitude, latitude]: Position) => plane.toFeet({ longitude, latitude });
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [at(one.from), at(one.to), at(other.from), at(other.to)];
  const [ux, uy, vx, vy] = [bx - ax, by - ay, dx - cx, dy - cy];
  const cross = ux * vy - uy * vx;
  const [length, otherLength] = [Math.hypot(ux, uy), Math.hypot(vx, vy)];
  // within 3 degrees they run along each other
  if (Math.abs(cross) <= 0.05 * length * otherLength) return undefined;
  const s = ((cx - ax) * vy - (cy - ay) * vx) / cross;
  const t = ((cx - ax) * uy - (cy - ay) * ux) / cross;
  const isOn = (share: number, feet: number) => share >= -LOOSE / feet && share <= 1 + LOOSE / feet;
  if (!isOn(s, length) || !isOn(t, otherLength)) return undefined;
  const { longitude, latitude } = plane.toPlace(ax + s * ux, ay + s * uy);
  return [longitude, latitude];
}

/** Named crossings of named lines. @throws StreetsError above 200,000 */
export function crossingsOf(lines: readonly StreetLine[]): Crossing[] {
  const { names, segments } = namedSegments(lines);
  const found = new Map<number, Position[]>();
  let [compared, count] = [0, 0];
  for (const list of cellsOf(segments).values()) {
    compared += (list.length * (list.length - 1)) / 2;
    if (compared > MOST_COMPARED) throw new StreetsError(TOO_DENSE);
    const plane = planeAt({ longitude: list[0]?.from[0] ?? 0, latitude: list[0]?.from[1] ?? 0 });
    list.forEach((one, at) => {
      for (let next = at + 1; next < list.length; next++) {
        const other = list[next];
        if (!other || one.street === other.street) continue;
        const place = meeting(one, other, plane);
        if (!place) continue;
        const pair = Math.min(one.street, other.street) * names.length + Math.max(one.street, other.street);
        if (addPlace(found, pair, place, plane)) count += 1;
        if (count > MOST_CROSSINGS) throw new StreetsError('A file may have at most 200,000 crossings of streets.');
      }
    });
  }
  return [...found].flatMap(([pair, places]) => {
    const streets = [names[Math.floor(pair / names.length)] ?? '', names[pair % names.length] ?? ''] as const;
    return grouped(places).map(([longitude, latitude]) => ({ streets, longitude, latitude }));
  });
}

/** Segments share several cells: the same place counts once. */
function addPlace(found: Map<number, Position[]>, pair: number, place: Position, plane: Plane): boolean {
  const places = found.get(pair);
  if (!places) {
    found.set(pair, [place]);
    return true;
  }
  if (places.some((other) => feetBetween(plane, other, place) < 1)) return false;
  places.push(place);
  return true;
}

function feetBetween(plane: Plane, one: Position, other: Position): number {
  const [ax, ay] = plane.toFeet({ longitude: one[0], latitude: one[1] });
  const [bx, by] = plane.toFeet({ longitude: other[0], latitude: other[1] });
  return Math.hypot(ax - bx, ay - by);
}

/** A divided road meets a street twice: the middle is its crossing. */
function grouped(places: readonly Position[]): Position[] {
  const groups: Position[][] = [];
  for (const place of places) {
    const plane = planeAt({ longitude: place[0], latitude: place[1] });
    const group = groups.find(([first]) => first && feetBetween(plane, first, place) < ONE_CROSSING);
    if (group) group.push(place);
    else groups.push([place]);
  }
  return groups.map((group) => {
    const { longitude, latitude } = middleOf(group.map(([east, north]) => ({ longitude: east, latitude: north })));
    return [longitude, latitude];
  });
}

/** Parts of streets with house numbers; those without one have the number 0, which no address has. */
export const blocksOf = (lines: readonly StreetLine[]): Block[] =>
  lines.flatMap(({ name, path, ranges }) =>
    (ranges.length > 0 ? ranges : [UNNUMBERED]).map(({ from, to }): Block => {
      const isRising = from <= to;
      const isMixed = from % 2 !== to % 2;
      return {
        street: name,
        low: Math.min(from, to),
        high: Math.max(from, to),
        path: isRising ? path : [...path].reverse(),
        parity: isMixed ? 'both' : from % 2 === 0 ? 'even' : 'odd',
      };
    }),
  );
