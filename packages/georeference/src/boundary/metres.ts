import { ECCENTRICITY_SQUARED, EQUATOR_METRES, wrapped, type Place } from '../plane.js';
import type { LonLat } from './shapes.js';

export type Point = readonly [x: number, y: number];

/** Metres east and north of an origin, where straight lines are nearly geodesics. */
export interface MetrePlane {
  origin: Place;
  toMetres(place: LonLat): Point;
  toPlace(point: Point): LonLat;
}

const RADIANS = Math.PI / 180;

/** Distances from the origin are right to 0.1 mm within a mile, and to 2 mm within five, up to 50 degrees. */
export function metrePlane(origin: Place): MetrePlane {
  const sine = Math.sin(origin.latitude * RADIANS);
  const cosine = Math.cos(origin.latitude * RADIANS);
  const w = 1 - ECCENTRICITY_SQUARED * sine * sine;
  const meridian = (EQUATOR_METRES * (1 - ECCENTRICITY_SQUARED)) / w ** 1.5;
  const across = EQUATOR_METRES / Math.sqrt(w);

  function toMetres([longitude, latitude]: LonLat): Point {
    const east = wrapped(longitude - origin.longitude) * RADIANS;
    const north = (latitude - origin.latitude) * RADIANS;
    const growth = 1 + (3 * ECCENTRICITY_SQUARED * sine * cosine * north) / (2 * w);
    const sineThere = Math.sin(latitude * RADIANS);
    const acrossThere = EQUATOR_METRES / Math.sqrt(1 - ECCENTRICITY_SQUARED * sineThere * sineThere);
    return [
      acrossThere * Math.cos(latitude * RADIANS) * east * (1 - (sine * sine * east * east) / 6),
      meridian * north * growth + (across * sine * cosine * east * east) / 2,
    ];
  }

  return {
    origin,
    toMetres,
    toPlace([x, y]) {
      let place: LonLat = [origin.longitude, origin.latitude];
      // the first step is off by metres at a mile, the third by nothing
      for (let step = 0; step < 4; step++) {
        const [east, north] = toMetres(place);
        place = [place[0] + (x - east) / (across * cosine * RADIANS), place[1] + (y - north) / (meridian * RADIANS)];
      }
      return [wrapped(place[0]), place[1]];
    },
  };
}

function inSpace([longitude, latitude]: LonLat): [x: number, y: number, z: number] {
  const [phi, lambda] = [latitude * RADIANS, longitude * RADIANS];
  const curvature = EQUATOR_METRES / Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(phi) ** 2);
  return [
    curvature * Math.cos(phi) * Math.cos(lambda),
    curvature * Math.cos(phi) * Math.sin(lambda),
    curvature * (1 - ECCENTRICITY_SQUARED) * Math.sin(phi),
  ];
}

const MEAN_RADIUS_METRES = 6_371_000;

/** Along the ground, from the chord: right to a centimetre within 100 km. */
export function metresApart(one: LonLat, other: LonLat): number {
  const [a, b] = [inSpace(one), inSpace(other)];
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  return 2 * MEAN_RADIUS_METRES * Math.asin(Math.min(1, chord / (2 * MEAN_RADIUS_METRES)));
}

/** Radians clockwise from north, on a sphere, from -pi to pi. */
export function bearing([longitude, latitude]: LonLat, [longitudeThere, latitudeThere]: LonLat): number {
  const [phi, phiThere] = [latitude * RADIANS, latitudeThere * RADIANS];
  const east = (longitudeThere - longitude) * RADIANS;
  const north = Math.cos(phi) * Math.sin(phiThere) - Math.sin(phi) * Math.cos(phiThere) * Math.cos(east);
  return Math.atan2(Math.sin(east) * Math.cos(phiThere), north);
}
