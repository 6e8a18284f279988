import { FEET_PER_METRE, wrapped } from '../plane.js';
import { preparePlace, prepareBoundary, separationOf } from './distance.js';
import { boundsOf, type LonLat } from './shapes.js';

/** Metres within which two features may be one (CONST-16). */
export const NEARBY_METRES = 50;
/** Metres of tolerance for the rounding of coordinates. */
const ROUNDING_METRES = 1e-6;

export type Nearness = 'certain' | 'perhaps' | null;

/** Metres of a degree of latitude, at least. */
const DEGREE_METRES = 110_000;

/**
 * Metres from an outline, 0 inside, Infinity for places that are certainly farther than `most`.
 * @param outline a place alone, or a closed outline
 */
export function metresFrom(outline: readonly LonLat[], most = Infinity): (place: LonLat) => number {
  const [first] = outline;
  if (!first) return () => Infinity;
  const there = outline.length > 3 ? prepareBoundary([[[...outline]]]) : preparePlace(first);
  const [west, south, east, north] = boundsOf([[[...outline]]]);
  const up = (north - south) / 2 + most / DEGREE_METRES;
  const across = (east - west) / 2 + most / DEGREE_METRES / Math.cos((Math.max(-south, north) * Math.PI) / 180);
  return (place) =>
    Math.abs(place[1] - (south + north) / 2) > up || Math.abs(wrapped(place[0] - (west + east) / 2)) > across
      ? Infinity
      : separationOf(there, [place]).feet / FEET_PER_METRE;
}

/** Metres up to which something may be near. */
export const nearbyReach = (uncertaintyFeet: number): number =>
  NEARBY_METRES + uncertaintyFeet / FEET_PER_METRE + ROUNDING_METRES;

/** Whether something is within 50 m: with certainty, or if the place of one of them is off by its uncertainty. */
export function nearnessOf(metres: number, uncertaintyFeet = 0): Nearness {
  const uncertainty = uncertaintyFeet / FEET_PER_METRE;
  if (metres <= NEARBY_METRES - uncertainty + ROUNDING_METRES) return 'certain';
  return metres <= NEARBY_METRES + uncertainty + ROUNDING_METRES ? 'perhaps' : null;
}
