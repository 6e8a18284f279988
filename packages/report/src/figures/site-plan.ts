import { middleOf, planeAt, type Place, type Plane } from '@symbio/georeference';
import type { Evidence, EvidenceBoundary, EvidenceFeature } from '../evidence.js';
import { reviewedFeatures } from '../reviewed.js';
import { labelPlan, type PlanLabel } from './groups.js';
import { middleOfBox, sidesOf, type Line } from './labels.js';
import type { Box, Point } from './plan.js';
import { planStreets, type PlannedStreet } from './plan-streets.js';

/** Boundary, features and streets of a property, north up, in pixels of the map from its upper left corner. */
export interface SitePlan {
  width: number;
  height: number;
  feetPerPixel: number;
  rings: Point[][];
  /** Of the project; absent: unknown or beyond the map. */
  site?: Point;
  features: PlannedFeature[];
  /** Each feature with a point has one, alone or in a group. */
  labels: PlanLabel[];
  streets: PlannedStreet[];
}

export interface PlannedFeature {
  feature: EvidenceFeature;
  /** Reference in the report: `F1`. */
  reference: string;
  /** Absent: without a place, or beyond the map. */
  point?: Point;
}

/** Pixels: 6.5 inches at 300 an inch. */
export const MAP_WIDTH = 1950;
/** Width to height of the map, so that its caption is on the same page. */
const ASPECT = { least: 1.2, most: 1.6 };
/** How far from the property a feature widens the plan: a share of its longer side, at least 250 feet. */
const REACH = { share: 0.4, feet: 250 };
/** Around everything that is shown, of the longer side. */
const MARGIN = 0.12;
/** Feet around the property and the features in a plan with streets: the middle of an adjoining one is up to 60 away. */
const STREETS_MARGIN = 80;
/** Pixels between a feature and the edge of the map. */
const EDGE = 24;

/** Of streets beyond the edge of the map, of its longer side: a line ends outside. */
const BEYOND = 0.02;

/** The part of the earth that the plan shows; undefined without a boundary, and across the 180th meridian. */
export function sitePlanBox(
  evidence: Pick<Evidence, 'boundary' | 'features' | 'mentions'>,
): [west: number, south: number, east: number, north: number] | undefined {
  const { boundary } = evidence;
  if (!boundary) return undefined;
  const plane = planeOf(boundary);
  const { map } = shownOf(evidence, boundary, { toFeet: toFeetOf(plane), margin: STREETS_MARGIN });
  const { x, y, width, height } = grown(map, BEYOND * Math.max(map.width, map.height));
  const [from, to] = [plane.toPlace(x, y), plane.toPlace(x + width, y + height)];
  return from.longitude < to.longitude ? [from.longitude, from.latitude, to.longitude, to.latitude] : undefined;
}

/** The plan of a property; undefined without a boundary. Features that no person reviewed are left out. */
export function sitePlanOf(evidence: Evidence): SitePlan | undefined {
  const { boundary, project, features } = evidence;
  if (!boundary) return undefined;
  const toFeet = toFeetOf(planeOf(boundary));
  const { rings, shown, map } = shownOf(evidence, boundary, { toFeet, margin: evidence.streets ? STREETS_MARGIN : 0 });
  const feetPerPixel = map.width / MAP_WIDTH;
  const height = Math.round(map.height / feetPerPixel);
  const toPixels = ({ x, y }: Point): Point => ({
    x: (x - map.x) / feetPerPixel,
    // feet count northward, pixels downward
    y: (map.y + map.height - y) / feetPerPixel,
  });
  const isOnMap = ({ x, y }: Point): boolean => x >= EDGE && y >= EDGE && x <= MAP_WIDTH - EDGE && y <= height - EDGE;
  const onMap = (at: Point | undefined): Point | undefined => {
    const point = at && toPixels(at);
    return point && isOnMap(point) ? point : undefined;
  };
  const site = onMap(placed(project, toFeet));
  const references = new Map(features.map(({ id }, at) => [id, `F${at + 1}`]));
  const named = shown.map(({ feature, at }) => ({
    ...{ feature, reference: references.get(feature.id) ?? '' },
    point: onMap(at),
  }));
  const outline = rings.map((ring) => ring.map(toPixels));
  const onPlan = named.flatMap(({ reference, point }) => (point ? { reference, point } : []));
  const size = { width: MAP_WIDTH, height };
  const labels = labelPlan(onPlan, { ...size, site, lines: outline.flatMap(sidesOf) });
  const points = [...onPlan.map(({ point }) => point), ...(site ? [site] : [])];
  const pointOf = new Map(onPlan.map(({ reference, point }) => [reference, point]));
  const pointers = labels.flatMap(({ references, box }) =>
    references.map((reference): Line => [pointOf.get(reference) ?? middleOfBox(box), middleOfBox(box)]),
  );
  const streets = (evidence.streets ?? []).map(({ name, line }) => ({
    ...{ name, line: line.map((position) => toPixels(toFeet(placeOf(position)))) },
  }));
  return {
    ...{ ...size, feetPerPixel, rings: outline, labels },
    ...(site && { site }),
    features: named.map(({ point, ...rest }) => ({ ...rest, ...(point && { point }) })),
    streets: planStreets(streets, {
      ...{ ...size, rings: outline, points, pointers },
      labels: labels.map(({ box }) => box),
    }),
  };
}

type ToFeet = (place: Place) => Point;

const placeOf = ([longitude, latitude]: readonly [number, number]): Place => ({ longitude, latitude });

const planeOf = ({ polygons }: EvidenceBoundary): Plane => planeAt(middleOf(polygons.flat(2).map(placeOf)));

const toFeetOf =
  (plane: Plane): ToFeet =>
  (place) => {
    const [x, y] = plane.toFeet(place);
    return { x, y };
  };

/** In feet: rings of the boundary, features, and the part of the earth that has room for them. */
function shownOf(
  evidence: Pick<Evidence, 'features' | 'mentions'>,
  { polygons }: EvidenceBoundary,
  { toFeet, margin }: { toFeet: ToFeet; margin: number },
) {
  const rings = polygons.flat().map((ring) => ring.map((position) => toFeet(placeOf(position))));
  const shown = reviewedFeatures(evidence).map((feature) => ({ feature, at: placed(feature, toFeet) }));
  const features = shown.flatMap(({ at }) => at ?? []);
  const map = mapAround(rings.flat(), features, margin);
  return { rings, shown, map };
}

const placed = (of: { longitude?: number; latitude?: number }, toFeet: ToFeet): Point | undefined =>
  of.longitude === undefined || of.latitude === undefined
    ? undefined
    : toFeet({ longitude: of.longitude, latitude: of.latitude });

function boxAround(points: readonly Point[]): Box {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  return { x: left, y: bottom, width: right - left, height: top - bottom };
}

const grown = ({ x, y, width, height }: Box, across: number, along = across): Box => ({
  ...{ x: x - across, y: y - along, width: width + 2 * across, height: height + 2 * along },
});

const contains = ({ x, y, width, height }: Box, point: Point): boolean =>
  point.x >= x && point.y >= y && point.x <= x + width && point.y <= y + height;

/** The part of the earth that the map shows, in feet: the property and the features near it. */
function mapAround(corners: readonly Point[], features: readonly Point[], leastMargin: number): Box {
  const property = boxAround(corners);
  const side = Math.max(property.width, property.height);
  const within = grown(property, Math.max(REACH.share * side, REACH.feet));
  const all = boxAround([...corners, ...features.filter((point) => contains(within, point))]);
  const map = grown(all, Math.max(MARGIN * Math.max(all.width, all.height), leastMargin));
  const width = Math.max(map.width, map.height * ASPECT.least);
  const height = Math.max(map.height, width / ASPECT.most);
  return grown(map, (width - map.width) / 2, (height - map.height) / 2);
}
