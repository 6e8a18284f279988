/** Crossings of a sheet, brought to the middles of the drawn streets. */
import { fitAffine, fitSimilarity, missOf, type ControlPoint } from '@symbio/georeference';
import { armsOf, meetingOfArms, type Arm, type Raster } from './block-edges.js';
import { angleBetween, feetPerPixelOf, onSheet, poseOfPoints, turnOf, type Pose } from './pose.js';
import { onCourse, type World, type WorldCrossing } from './world.js';

export interface Snapped extends ControlPoint {
  crossing: WorldCrossing;
}

const MARGIN_PIXELS = 20;
const LEAST_ANGLE = 35;
/** Feet between the block edges of a street. */
const WIDTH = { least: 35, most: 135, sameShare: 0.06 } as const;
/** Feet by which a crossing may be moved. */
const MOST_MOVED = 60;
/** Feet by which points that agree may miss. */
const AGREES = 20;
const LEAST_APART_PIXELS = 150;
const SAME_SCALE = 0.06;
const ROUNDS = 2;
/** Fewer points are no better than lettering. */
const LEAST_POINTS = 5;
/** Feet, of the 95th percentile of points that the others place. */
const MOST_HELD_OUT = 20;

interface Drawn {
  crossing: WorldCrossing;
  x: number;
  y: number;
  /** Along each street of the crossing. */
  arms: readonly [readonly Arm[], readonly Arm[]];
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;

function drawnCrossings(raster: Raster, pose: Pose, world: World): Drawn[] {
  const turn = turnOf(pose);
  const isIn = (at: number, length: number) => at > MARGIN_PIXELS && at < length - MARGIN_PIXELS;
  return world.crossings.flatMap((crossing): Drawn[] => {
    const { east, north, streets } = crossing;
    const pixel = onSheet(pose, east, north);
    if (!isIn(pixel.x, raster.width) || !isIn(pixel.y, raster.height)) return [];
    const [one, other] = streets.map((index) => {
      const street = world.streets[index];
      const course = street && onCourse(street, east, north, MOST_MOVED);
      return course && turn - course.direction;
    });
    if (one === undefined || other === undefined || angleBetween(one, other) < LEAST_ANGLE) return [];
    const arms = [armsOf(raster, pixel, one), armsOf(raster, pixel, other)] as const;
    return arms[0].length > 0 && arms[1].length > 0 ? [{ crossing, ...pixel, arms }] : [];
  });
}

/** A street has one width on a sheet: other arms are not between block edges. */
function ofOneWidth(drawn: readonly Drawn[], scale: number): Drawn[] {
  const widths = new Map<number, number[]>();
  for (const { crossing, arms } of drawn)
    crossing.streets.forEach((street, at) => {
      const list = widths.get(street) ?? [];
      for (const { width } of arms[at] ?? []) {
        const feet = width * scale;
        if (feet > WIDTH.least && feet < WIDTH.most) list.push(feet);
      }
      widths.set(street, list);
    });
  const kept = (street: number, arms: readonly Arm[]): Arm[] => {
    const list = widths.get(street) ?? [];
    const usual = median(list);
    return arms.filter(({ width }) => list.length > 0 && Math.abs(width * scale - usual) < WIDTH.sameShare * usual);
  };
  return drawn.flatMap((each): Drawn[] => {
    const [a, b] = each.crossing.streets;
    const arms = [kept(a, each.arms[0]), kept(b, each.arms[1])] as const;
    return arms[0].length > 0 && arms[1].length > 0 ? [{ ...each, arms }] : [];
  });
}

const pointOf = ({ crossing, ...drawn }: Drawn, world: World, scale: number): Snapped[] => {
  const met = meetingOfArms(drawn, ...drawn.arms);
  if (!met || Math.hypot(met.x - drawn.x, met.y - drawn.y) * scale > MOST_MOVED) return [];
  return [{ ...met, ...world.plane.toPlace(crossing.east, crossing.north), crossing }];
};

/** The most points that one similarity explains. */
function agreeing(points: readonly Snapped[], scale: number): Snapped[] {
  let best: { inside: Snapped[]; sum: number } = { inside: [], sum: 0 };
  points.forEach((one, at) => {
    for (const other of points.slice(at + 1)) {
      if (Math.hypot(one.x - other.x, one.y - other.y) < LEAST_APART_PIXELS) continue;
      const fit = fitSimilarity([one, other]);
      if (!fit || Math.abs(Math.hypot(fit.affine[0], fit.affine[1]) / scale - 1) > SAME_SCALE) continue;
      const misses = points.map((point) => missOf(fit, point));
      const inside = points.filter((_, index) => (misses[index] ?? Infinity) < AGREES);
      const sum = misses.reduce((total, miss) => total + (miss < AGREES ? miss : 0), 0);
      const isBetter = inside.length > best.inside.length || (inside.length === best.inside.length && sum < best.sum);
      if (isBetter) best = { inside, sum };
    }
  });
  return best.inside;
}

/** Whether each point is where the others say. */
function isHeldOut(points: readonly ControlPoint[]): boolean {
  const misses = points.map((point) => {
    const others = points.filter((other) => other !== point);
    const fit = fitAffine(others) ?? fitSimilarity(others);
    return fit ? missOf(fit, point) : Infinity;
  });
  const sorted = misses.sort((a, b) => a - b);
  return (sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Infinity) <= MOST_HELD_OUT;
}

/** Undefined where fewer than five crossings are drawn well enough. */
export function snapped(raster: Raster, from: Pose, world: World): Snapped[] | undefined {
  let pose = from;
  let points: Snapped[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scale = feetPerPixelOf(pose);
    const drawn = ofOneWidth(drawnCrossings(raster, pose, world), scale);
    points = agreeing(
      drawn.flatMap((each) => pointOf(each, world, scale)),
      scale,
    );
    const next = poseOfPoints(points, world.plane);
    if (!next) return undefined;
    pose = next;
  }
  return points.length >= LEAST_POINTS && isHeldOut(points) ? points : undefined;
}
