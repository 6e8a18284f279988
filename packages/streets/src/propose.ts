/** The place of a sheet, from the street names read on it. It abstains rather than be wrong. */
import type { PictureSize } from '@symbio/georeference';
import type { Raster } from './block-edges.js';
import { agreementOf } from './agreement.js';
import { labelsOf, type Label, type SheetWord } from './labels.js';
import { angleBetween, feetPerPixelOf, onPlane, turnOf, type Pose } from './pose.js';
import { pointsOf, rounded, type Posed, type ProposedPoint, type Sheet } from './proposed-points.js';
import { meetingsOf, searchPoses, type Voted } from './search.js';
import type { World } from './world.js';

export interface Proposal {
  state: 'proposed' | 'abstained';
  points: readonly ProposedPoint[];
  /** Labels that name a street and lie on it. */
  agreeing: number;
  /** Names of these streets. */
  streets: readonly string[];
  score: number;
  /** Score of the next best place. */
  next: number;
  feetPerPixel: number | null;
  /** A sentence. */
  why: string;
}

/** Poses that are scored. */
const SCORED = 400;
/** Of them, those that are nearly the same place. */
const SAME_SCORED = 60;
const VOTE_VALUE = 0.2;
/** Another place: its middle is farther away in feet, or it is turned by more degrees. */
const ELSEWHERE = { feet: 250, degrees: 8.6 } as const;
const LEAST_LABELS = 3;
const LEAST_STREETS = 3;
/** By how much the place must be better than the next. */
const CLEARLY = 1.25;

const ASK = 'Name one crossing.';

interface Scored extends Posed {
  total: number;
}

const abstained = (why: string, rest: Partial<Proposal> = {}): Proposal => ({
  ...{ points: [], agreeing: 0, streets: [], score: 0, next: 0, feetPerPixel: null },
  ...rest,
  state: 'abstained',
  why: `No place was found with certainty: ${why} ${ASK}`,
});

const middleOf = (pose: Pose, { width, height }: PictureSize) => onPlane(pose, { x: width / 2, y: height / 2 });

function isElsewhere(one: Pose, other: Pose, size: PictureSize): boolean {
  const [a, b] = [middleOf(one, size), middleOf(other, size)];
  const turned = Math.abs(((turnOf(one) - turnOf(other) + 540) % 360) - 180);
  return Math.hypot(a[0] - b[0], a[1] - b[1]) > ELSEWHERE.feet || turned > ELSEWHERE.degrees;
}

/** The poses with most votes, of which no place takes all. */
function chosen(voted: readonly Voted[], size: PictureSize): Voted[] {
  const kept: Voted[] = [];
  const places: { pose: Pose; count: number }[] = [];
  for (const each of voted) {
    if (kept.length >= SCORED) break;
    const place = places.find(({ pose }) => !isElsewhere(pose, each.pose, size));
    if (!place) places.push({ pose: each.pose, count: 1 });
    else if (place.count >= SAME_SCORED) continue;
    else place.count += 1;
    kept.push(each);
  }
  return kept;
}

const isAcross = (label: Label): boolean => angleBetween(label.angle, 0) < 45;

/**
 * @param words of a page, with their places on its picture
 * @param raster of the picture; without one the points lie where the lettering says
 */
export function proposePlace(words: readonly SheetWord[], world: World, size: PictureSize, raster?: Raster): Proposal {
  const labels = labelsOf(words, world, size);
  const meetings = meetingsOf(labels, world, size);
  if (meetings.length < 2) return abstained('fewer than two crossings of streets could be read.');
  const scored = chosen(searchPoses(meetings, size), size)
    .map(({ pose, votes }): Scored => {
      const agreement = agreementOf(labels, pose, world, size);
      return { pose, agreement, total: agreement.score + VOTE_VALUE * votes };
    })
    .sort((a, b) => b.total - a.total);
  const best = scored[0];
  if (!best) return abstained('no two crossings agree.');
  const second = scored.find(({ pose }) => isElsewhere(pose, best.pose, size));
  return judged(best, second?.total ?? 0, { labels, world, size, raster });
}

function judged(best: Scored, next: number, sheet: Sheet): Proposal {
  const named = best.agreement.labels.filter(({ label }) => label.isNamed);
  const streets = [...new Set(named.map(({ street }) => street))];
  const found = {
    agreeing: named.length,
    streets: streets.map((street) => sheet.world.streets[street]?.name ?? ''),
    ...{ score: rounded(best.total), next: rounded(next), feetPerPixel: feetPerPixelOf(best.pose) },
  };
  const count = `${named.length} street ${named.length === 1 ? 'name agrees' : 'names agree'}`;
  if (named.length < LEAST_LABELS || streets.length < LEAST_STREETS) return abstained(`only ${count}.`, found);
  // AVENUE or STREET alone fits too many streets to place them along the others
  const across = named.filter(({ label }) => isAcross(label)).length;
  if (across === 0 || across === named.length)
    return abstained(`${count}, but only of streets in one direction.`, found);
  if (best.total <= CLEARLY * next) return abstained(`${count}, and another place agrees nearly as well.`, found);
  const { pose, points, how } = pointsOf(best, sheet);
  if (points.length < 2) return abstained(`${count}, but fewer than two of their crossings lie on the sheet.`, found);
  return {
    ...found,
    state: 'proposed',
    feetPerPixel: feetPerPixelOf(pose),
    points,
    why: `${count} with ${streets.length} streets. ${how}`,
  };
}
