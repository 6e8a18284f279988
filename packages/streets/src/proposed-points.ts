/** Control points of a sheet whose pose is known. */
import type { ControlPoint, PictureSize, Pixel } from '@symbio/georeference';
import { agreementOf, type Agreement } from './agreement.js';
import type { Raster } from './block-edges.js';
import { pixelsOf, type Label } from './labels.js';
import { angleBetween, onPlane, onSheet, type Pose } from './pose.js';
import { normalOf, refined } from './refine.js';
import { snapped } from './snap.js';
import type { World } from './world.js';

export type ProposedPoint = ControlPoint & { name: string };

export interface Sheet {
  labels: readonly Label[];
  world: World;
  size: PictureSize;
  raster: Raster | undefined;
}

export interface Posed {
  pose: Pose;
  agreement: Agreement;
}

/** Degrees between streets that cross well. */
const LEAST_ANGLE = 35;
const MARGIN_PIXELS = 20;
const ROUNDS = 4;
const MOST_POINTS = 24;
/** More would promise an exact place, which lettering cannot. */
const LETTERED_POINTS = 3;
const BY_EDGES = 'The crossings lie between the drawn edges of blocks.';
const BY_LETTERING = 'The crossings lie where the names are lettered, which is rough.';

export const rounded = (value: number): number => Math.round(value * 100) / 100;

/** With how they were found, as a sentence. */
export function pointsOf(found: Posed, sheet: Sheet): { pose: Pose; points: ProposedPoint[]; how: string } {
  const { pose, agreement } = settled(found, sheet);
  const drawn = drawnOn(pose, sheet);
  return drawn
    ? { pose, points: drawn, how: BY_EDGES }
    : { pose, points: crossingsOn(pose, agreement, sheet), how: BY_LETTERING };
}

function settled(found: Posed, { labels, world, size }: Sheet): Posed {
  const corners: Pixel[] = [
    { x: 0, y: 0 },
    { x: size.width, y: size.height },
  ];
  let state: Posed = found;
  for (let round = 0; round < ROUNDS; round++) {
    const pose = refined(state.pose, state.agreement.labels, corners);
    const agreement = agreementOf(labels, pose, world, size);
    // a worse pose has lost labels
    if (agreement.score < state.agreement.score - 0.01) break;
    state = { pose, agreement };
  }
  return state;
}

/** Feet by which the labels of each street lie beside it, along the normal of a direction. */
function besides(agreement: Agreement, pose: Pose): Map<number, { feet: number; direction: number }> {
  const sums = new Map<number, { feet: number; count: number; direction: number }>();
  for (const { label, street, course } of agreement.labels) {
    const [east, north] = onPlane(pose, label);
    const known = sums.get(street);
    const [nx, ny] = normalOf(known?.direction ?? course.direction);
    const feet = nx * (east - course.east) + ny * (north - course.north);
    if (known) {
      known.feet += feet;
      known.count += 1;
    } else sums.set(street, { feet, count: 1, direction: course.direction });
  }
  return new Map([...sums].map(([street, { feet, count, direction }]) => [street, { feet: feet / count, direction }]));
}

const nameOf = ({ streets }: World, [a, b]: readonly [number, number]): string =>
  `${streets[a]?.name ?? ''} & ${streets[b]?.name ?? ''}`;

/** Crossings between the drawn edges of blocks; undefined if they are not drawn well enough. */
function drawnOn(pose: Pose, { raster, world, size }: Sheet): ProposedPoint[] | undefined {
  if (!raster) return undefined;
  const scale = raster.width / size.width;
  const points = snapped(raster, { ...pose, re: pose.re / scale, im: pose.im / scale }, world);
  return (
    points &&
    spread(
      points.map(({ x, y, longitude, latitude, crossing }) => ({
        ...{ x: rounded(x / scale), y: rounded(y / scale), longitude, latitude },
        name: nameOf(world, crossing.streets),
      })),
    )
  );
}

/** Crossings of streets that are read on the sheet, where their names say that they are. */
function crossingsOn(pose: Pose, agreement: Agreement, { world, size }: Sheet): ProposedPoint[] {
  const named = new Set(agreement.labels.filter(({ label }) => label.isNamed).map(({ street }) => street));
  const offsets = besides(agreement, pose);
  const margin = MARGIN_PIXELS * pixelsOf(size);
  const points = world.crossings.flatMap(({ east, north, streets: [a, b] }): ProposedPoint[] => {
    const [one, other] = [offsets.get(a), offsets.get(b)];
    if (!one || !other || !(named.has(a) || named.has(b))) return [];
    if (angleBetween(one.direction, other.direction) < LEAST_ANGLE) return [];
    const [[ax, ay], [bx, by]] = [normalOf(one.direction), normalOf(other.direction)];
    const cross = ax * by - ay * bx;
    const dx = (one.feet * by - other.feet * ay) / cross;
    const dy = (ax * other.feet - bx * one.feet) / cross;
    const { x, y } = onSheet(pose, east + dx, north + dy);
    const isIn = (at: number, length: number) => at > margin && at < length - margin;
    if (!isIn(x, size.width) || !isIn(y, size.height)) return [];
    return [{ x: rounded(x), y: rounded(y), ...world.plane.toPlace(east, north), name: nameOf(world, [a, b]) }];
  });
  return spread(points, LETTERED_POINTS);
}

/** The farthest apart. */
function spread(points: readonly ProposedPoint[], most = MOST_POINTS): ProposedPoint[] {
  const kept = points.slice(0, 1);
  const apart = (point: Pixel) => Math.min(...kept.map((other) => Math.hypot(other.x - point.x, other.y - point.y)));
  while (kept.length < Math.min(most, points.length)) {
    const next = points.reduce<ProposedPoint | undefined>(
      (best, point) => (kept.includes(point) || (best && apart(best) >= apart(point)) ? best : point),
      undefined,
    );
    if (!next) break;
    kept.push(next);
  }
  return kept;
}
