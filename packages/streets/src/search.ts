/** Poses of a sheet that bring crossings of its labels onto real crossings. */
import type { Pixel, PictureSize } from '@symbio/georeference';
import { pixelsOf, type Label } from './labels.js';
import { angleBetween, RADIANS, type Pose } from './pose.js';
import type { World } from './world.js';

/** Feet per pixel of a sheet of the measured width. */
const SCALE = { least: 0.5, most: 1.3 } as const;
/** Degrees between two labels whose lines meet at a crossing. */
const LEAST_ANGLE = 30;
/** Pixels, of the measured width. */
const REACH = 1_600;
const LEAST_APART = 120;
const CELL_PIXELS = 60;
const LEAST_FEET_APART = 80;
/** Share of the sheet by which a crossing may lie beside it. */
const MARGIN = 0.05;
/** Feet within which a crossing agrees with a pose, and those at which its vote would end. */
const AGREES = 60;
const VOTE_ENDS = 90;
const BUCKET = 2 * AGREES;
/** Of a crossing that only one label names. */
const WEAK_VOTE = 0.4;
const MOST_CANDIDATES = 5_000;
/** Millions would take gigabytes. */
const MOST_POSES = 100_000;

interface Candidate {
  east: number;
  north: number;
  weight: number;
}

/** Where the lines through two labels meet, with the real crossings that it can be. */
interface Meeting extends Pixel {
  cell: number;
  candidates: readonly Candidate[];
  buckets: ReadonlyMap<number, readonly Candidate[]>;
}

export interface Voted {
  pose: Pose;
  votes: number;
}

const directionOf = (degrees: number) => [Math.cos(degrees * RADIANS), Math.sin(degrees * RADIANS)] as const;

/** Where the lines of two labels meet, on the sheet; undefined if too far away. */
function meetingOf(one: Label, other: Label, size: PictureSize): Pixel | undefined {
  if (!one.isNamed && !other.isNamed) return undefined;
  if (angleBetween(one.angle, other.angle) < LEAST_ANGLE) return undefined;
  const [[ax, ay], [bx, by]] = [directionOf(one.angle), directionOf(other.angle)];
  const cross = ax * by - ay * bx;
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const [along, alongOther] = [(dx * by - dy * bx) / cross, (dx * ay - dy * ax) / cross];
  if (Math.max(Math.abs(along), Math.abs(alongOther)) > REACH * pixelsOf(size)) return undefined;
  const [x, y] = [one.x + ax * along, one.y + ay * along];
  const isIn = (at: number, length: number) => at > -MARGIN * length && at < (1 + MARGIN) * length;
  return isIn(x, size.width) && isIn(y, size.height) ? { x, y } : undefined;
}

function candidatesOf(one: Label, other: Label, world: World): Candidate[] {
  const [few, many] = one.streets.length <= other.streets.length ? [one, other] : [other, one];
  const wanted = new Set(many.streets);
  const weight = one.isNamed && other.isNamed ? 1 : WEAK_VOTE;
  return few.streets.flatMap((street) =>
    (world.streets[street]?.crossings ?? []).flatMap(({ east, north, streets: [a, b] }) =>
      wanted.has(a === street ? b : a) ? [{ east, north, weight }] : [],
    ),
  );
}

const bucketOf = (column: number, row: number): number => column * 65_536 + row;

/** Each candidate is in every bucket that it agrees with. */
function bucketsOf(candidates: readonly Candidate[]): Map<number, Candidate[]> {
  const buckets = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const ends = (feet: number) =>
      [Math.floor((feet - AGREES) / BUCKET), Math.floor((feet + AGREES) / BUCKET)] as const;
    const [[west, east], [south, north]] = [ends(candidate.east), ends(candidate.north)];
    for (const column of new Set([west, east]))
      for (const row of new Set([south, north])) {
        const bucket = bucketOf(column, row);
        const list = buckets.get(bucket);
        if (list) list.push(candidate);
        else buckets.set(bucket, [candidate]);
      }
  }
  return buckets;
}

/** Meetings of labels in order of their cells: close ones have one vote. */
export function meetingsOf(labels: readonly Label[], world: World, size: PictureSize): Meeting[] {
  const cell = CELL_PIXELS * pixelsOf(size);
  const found = labels.flatMap((one, at) =>
    labels.slice(at + 1).flatMap((other): Meeting[] => {
      const pixel = meetingOf(one, other, size);
      const candidates = pixel ? candidatesOf(one, other, world) : [];
      if (!pixel || candidates.length === 0) return [];
      const own = Math.floor(pixel.x / cell) * 65_536 + Math.floor(pixel.y / cell);
      return [{ ...pixel, cell: own, candidates, buckets: bucketsOf(candidates) }];
    }),
  );
  return withFewest(found).sort((a, b) => a.cell - b.cell);
}

/** Meetings that can be the most places are left out first. */
function withFewest(meetings: readonly Meeting[]): Meeting[] {
  let total = 0;
  return [...meetings]
    .sort((a, b) => a.candidates.length - b.candidates.length)
    .filter(({ candidates }) => (total += candidates.length) <= MOST_CANDIDATES);
}

function votesFor({ re, im, east, north }: Pose, meetings: readonly Meeting[]): number {
  let [votes, cell, best] = [0, NaN, 0];
  for (const meeting of meetings) {
    if (meeting.cell !== cell) {
      votes += best;
      [cell, best] = [meeting.cell, 0];
    }
    const x = re * meeting.x + im * meeting.y + east;
    const y = im * meeting.x - re * meeting.y + north;
    const near = meeting.buckets.get(bucketOf(Math.floor(x / BUCKET), Math.floor(y / BUCKET)));
    if (!near) continue;
    for (const candidate of near) {
      if (candidate.weight <= best) continue;
      const feet = Math.hypot(candidate.east - x, candidate.north - y);
      if (feet < AGREES) best = Math.max(best, candidate.weight * (1 - feet / VOTE_ENDS));
    }
  }
  return votes + best;
}

/** The pose that brings two pixels onto two places; undefined if the scale would be unlikely. */
function poseOf(one: Pixel, to: Candidate, other: Pixel, toOther: Candidate, unit: number): Pose | undefined {
  const [east, north] = [toOther.east - to.east, toOther.north - to.north];
  const feet = Math.hypot(east, north);
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const squared = dx * dx + dy * dy;
  const scale = (feet / Math.sqrt(squared)) * unit;
  if (feet <= LEAST_FEET_APART || !(scale > SCALE.least && scale < SCALE.most)) return undefined;
  // (east + i north) / (dx - i dy)
  const re = (east * dx - north * dy) / squared;
  const im = (north * dx + east * dy) / squared;
  return { re, im, east: to.east - re * one.x - im * one.y, north: to.north - im * one.x + re * one.y };
}

const best = (found: Voted[]): Voted[] => found.sort((a, b) => b.votes - a.votes).slice(0, MOST_POSES);

/** Poses that two crossings give, most votes first. */
export function searchPoses(meetings: readonly Meeting[], size: PictureSize): Voted[] {
  const unit = pixelsOf(size);
  let found: Voted[] = [];
  meetings.forEach((one, at) => {
    for (let next = at + 1; next < meetings.length; next++) {
      const other = meetings[next];
      if (!other || Math.hypot(one.x - other.x, one.y - other.y) <= LEAST_APART * unit) continue;
      for (const to of one.candidates)
        for (const toOther of other.candidates) {
          const pose = poseOf(one, to, other, toOther, unit);
          if (pose) found.push({ pose, votes: votesFor(pose, meetings) });
        }
      if (found.length > 2 * MOST_POSES) found = best(found);
    }
  });
  return best(found);
}
