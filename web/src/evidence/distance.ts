import type { Coordinate } from './evidence-api.js';

/** WGS 84: semi-major axis in metres, and the square of the first eccentricity. */
const SEMI_MAJOR_M = 6_378_137;
const ECCENTRICITY_2 = 0.00669437999014132;

export type Space = readonly [x: number, y: number, z: number];

/** Earth-centred Cartesian coordinates in metres. */
export function inSpace({ longitude, latitude }: Coordinate): Space {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const curvature = SEMI_MAJOR_M / Math.sqrt(1 - ECCENTRICITY_2 * Math.sin(phi) ** 2);
  return [
    curvature * Math.cos(phi) * Math.cos(lambda),
    curvature * Math.cos(phi) * Math.sin(lambda),
    curvature * (1 - ECCENTRICITY_2) * Math.sin(phi),
  ];
}

export const apart = (from: Space, to: Space): number => Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);

/** Straight-line distance in metres on WGS 84, valid across poles and antimeridian. */
export const distanceBetween = (a: Coordinate, b: Coordinate): number => apart(inSpace(a), inSpace(b));
