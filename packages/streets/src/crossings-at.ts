import type { Pixel, PictureSize, Place } from '@symbio/georeference';
import { pixelsOf, type Label } from './labels.js';
import type { FoundPlace } from './lookup.js';
import type { Crossing } from './model.js';
import { worldOf, type World, type WorldCrossing } from './world.js';

const MOST = 5;
/** Feet from the place that other points of the sheet give. */
const WITHIN_FEET = 600;
/** Pixels of a sheet 1,400 pixels across, from the middle of a street's lettering: half a wide street. */
const BESIDE = 120;
/** A street's name is repeated along it: a near one counts more. */
const ALONG_WEIGHT = 0.15;
/** Degrees between two streets that cross. */
const LEAST_ANGLE = 20;
const RADIANS = Math.PI / 180;

interface Reach {
  cost: number;
  /** Degrees clockwise. */
  angle: number;
}

/** How far a pixel is from the line on which a name is lettered; undefined if that is another street. */
function reachOf({ x, y, angle }: Label, at: Pixel, unit: number): Reach | undefined {
  const [cosine, sine] = [Math.cos(angle * RADIANS), Math.sin(angle * RADIANS)];
  const [dx, dy] = [at.x - x, at.y - y];
  const beside = Math.abs(dy * cosine - dx * sine) / unit;
  const along = Math.abs(dx * cosine + dy * sine) / unit;
  return beside > BESIDE ? undefined : { cost: beside + ALONG_WEIGHT * along, angle };
}

/** Between two lines, 0 to 90. */
function angleOf(one: number, other: number): number {
  const turned = Math.abs(one - other) % 180;
  return Math.min(turned, 180 - turned);
}

/** The crossings that have a cost, the cheapest first. */
function cheapest(world: World, costOf: (crossing: WorldCrossing) => number | undefined): FoundPlace[] {
  return world.crossings
    .flatMap((crossing) => {
      const cost = costOf(crossing);
      return cost === undefined ? [] : [{ cost, crossing }];
    })
    .toSorted((one, other) => one.cost - other.cost)
    .slice(0, MOST)
    .map(({ crossing: { streets, east, north } }) => ({
      kind: 'crossing',
      name: streets.map((street) => world.streets[street]?.name ?? '').join(' & '),
      ...world.plane.toPlace(east, north),
    }));
}

/** The crossings around a place, the nearest first. */
export function crossingsNear(place: Place, crossings: readonly Crossing[]): FoundPlace[] {
  // without names of streets that are far away
  const world = worldOf({ crossings, site: place, radiusFeet: WITHIN_FEET });
  return cheapest(world, ({ east, north }) => Math.hypot(east, north));
}

/**
 * The crossings that a pixel may show by the street names lettered around it, the likeliest first.
 * @param labels of the page, with pixels of its picture
 */
export function crossingsAt(at: Pixel, labels: readonly Label[], world: World, size: PictureSize): FoundPlace[] {
  const unit = pixelsOf(size);
  const reaches = new Map<number, Reach>();
  for (const label of labels) {
    const reach = label.isNamed ? reachOf(label, at, unit) : undefined;
    if (!reach) continue;
    for (const street of label.streets)
      if (reach.cost < (reaches.get(street)?.cost ?? Infinity)) reaches.set(street, reach);
  }
  return cheapest(world, ({ streets: [one, other] }) => {
    const [a, b] = [reaches.get(one), reaches.get(other)];
    return a && b && angleOf(a.angle, b.angle) >= LEAST_ANGLE ? a.cost + b.cost : undefined;
  });
}
