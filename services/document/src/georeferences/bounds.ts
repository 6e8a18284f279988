import type { DegreeBox } from '@symbio/streets';

export const BAD_BOUNDS = 'bbox must be west,south,east,north in degrees';

/** Less than a hemisphere wide, as a box of the database must be. */
export const isBounds = (values: readonly number[]): values is DegreeBox => {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = values;
  const isOnEarth = west >= -180 && east <= 180 && south >= -90 && north <= 90;
  return values.length === 4 && isOnEarth && west < east && south < north && east - west < 180;
};
