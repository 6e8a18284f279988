import { planeAt, type Place, type Plane } from '@symbio/georeference';
import type { Alias, Crossing } from './model.js';
import { streetName } from './names.js';

/** Feet between crossings of which one street does not connect. */
const GAP = 1_600;
/** Feet within which two files mean the same crossing. */
const SAME_CROSSING = 60;

export interface WorldCrossing {
  east: number;
  north: number;
  /** Indexes of streets. */
  streets: readonly [number, number];
}

export interface WorldStreet {
  name: string;
  type: string;
  crossings: readonly WorldCrossing[];
  /** Segments between neighbouring crossings: x0, y0, x1, y1 each. */
  course: Float64Array;
}

/** Streets around a site, in feet on its plane. */
export interface World {
  plane: Plane;
  streets: readonly WorldStreet[];
  crossings: readonly WorldCrossing[];
  /** Streets by what a sheet may call them, such as 98TH or LEXINGTON. */
  called: ReadonlyMap<string, readonly number[]>;
}

export interface WorldOf {
  crossings: readonly Crossing[];
  aliases?: readonly Alias[];
  site: Place;
  radiusFeet: number;
}

/** A spanning tree of the crossings of a street. */
function courseOf(at: readonly WorldCrossing[]): Float64Array {
  const segments: number[] = [];
  const nearest = at.map(() => ({ feet: Infinity, to: -1 }));
  let current = 0;
  nearest[0] = { feet: -1, to: -1 };
  for (let added = 1; added < at.length; added++) {
    let next = -1;
    const from = at[current];
    if (!from) break;
    for (const [index, each] of at.entries()) {
      const best = nearest[index];
      if (!best || best.feet < 0) continue;
      const feet = Math.hypot(each.east - from.east, each.north - from.north);
      if (feet < best.feet) nearest[index] = { feet, to: current };
      if (next < 0 || (nearest[index]?.feet ?? Infinity) < (nearest[next]?.feet ?? Infinity)) next = index;
    }
    const [one, found] = [at[next], nearest[next]];
    const other = at[found?.to ?? -1];
    if (!one || !found || !other) break;
    if (found.feet > 1 && found.feet < GAP) segments.push(other.east, other.north, one.east, one.north);
    nearest[next] = { feet: -1, to: -1 };
    current = next;
  }
  return Float64Array.from(segments);
}

export function worldOf({ crossings, aliases = [], site, radiusFeet }: WorldOf): World {
  const plane = planeAt(site);
  const names: string[] = [];
  const indexes = new Map<string, number>();
  // names as written: reading one costs microseconds, and a street has it at each crossing
  const written = new Map<string, number>();
  const indexOf = (name: string): number => {
    const known = written.get(name);
    if (known !== undefined) return known;
    const { key } = streetName(name);
    const index = indexes.get(key) ?? names.push(name) - 1;
    indexes.set(key, index);
    written.set(name, index);
    return index;
  };
  // two files may have the same crossing; one alone may decide
  const known = new Map<string, { east: number; north: number }[]>();
  const near = crossings.flatMap((crossing): WorldCrossing[] => {
    const [east, north] = plane.toFeet(crossing);
    if (Math.hypot(east, north) > radiusFeet) return [];
    const [one, other] = crossing.streets;
    const streets = [indexOf(one), indexOf(other)] as const;
    if (streets[0] === streets[1]) return [];
    const pair = `${Math.min(...streets)} ${Math.max(...streets)}`;
    const same = known.get(pair) ?? [];
    if (same.some((each) => Math.hypot(each.east - east, each.north - north) < SAME_CROSSING)) return [];
    known.set(pair, [...same, { east, north }]);
    return [{ east, north, streets }];
  });
  const each = names.map((): WorldCrossing[] => []);
  for (const crossing of near) for (const street of crossing.streets) each[street]?.push(crossing);
  const streets = names.map((name, index) => {
    const own = each[index] ?? [];
    return { name, type: streetName(name).type, crossings: own, course: courseOf(own) };
  });
  const called = new Map<string, number[]>();
  const call = (core: string, index: number) => {
    const list = called.get(core);
    if (!list) called.set(core, [index]);
    else if (!list.includes(index)) list.push(index);
  };
  names.forEach((name, index) => call(streetName(name).core, index));
  for (const { alias, name } of aliases) {
    const index = indexes.get(streetName(name).key);
    if (index !== undefined) call(streetName(alias).core, index);
  }
  return { plane, streets, crossings: near, called };
}

export interface OnCourse {
  feet: number;
  /** Of the course there, in degrees counterclockwise from east, 0 to 180. */
  direction: number;
  /** The nearest place of the course. */
  east: number;
  north: number;
}

/** The nearest place on the course of a street; undefined if it is farther away. */
export function onCourse({ course }: WorldStreet, east: number, north: number, within: number): OnCourse | undefined {
  let [least, at] = [within * within, -1];
  let share = 0;
  for (let from = 0; from < course.length; from += 4) {
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [course[from], course[from + 1], course[from + 2], course[from + 3]];
    const [dx, dy] = [x1 - x0, y1 - y0];
    const along = Math.min(1, Math.max(0, ((east - x0) * dx + (north - y0) * dy) / (dx * dx + dy * dy)));
    const squared = (east - x0 - dx * along) ** 2 + (north - y0 - dy * along) ** 2;
    if (squared > least) continue;
    [least, at, share] = [squared, from, along];
  }
  if (at < 0) return undefined;
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = [course[at], course[at + 1], course[at + 2], course[at + 3]];
  const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  return {
    feet: Math.sqrt(least),
    direction: degrees < 0 ? degrees + 180 : degrees,
    east: x0 + (x1 - x0) * share,
    north: y0 + (y1 - y0) * share,
  };
}
