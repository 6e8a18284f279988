/** Places of sheets in Web Mercator, in which the world is 1 wide and y points down. */
import { placeOf, type Fit, type PictureSize, type Pixel, type Place } from '@symbio/georeference';

export type Mercator = readonly [x: number, y: number];

export interface Box {
  west: number;
  north: number;
  east: number;
  south: number;
}

/** Width of the world in CSS pixels at zoom 0. */
export const WORLD_PX = 512;

export const toMercator = ({ longitude, latitude }: Place): Mercator => [
  (longitude + 180) / 360,
  0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI),
];

export const fromMercator = ([x, y]: Mercator): Place => ({
  longitude: x * 360 - 180,
  latitude: (Math.atan(Math.exp(Math.PI * (1 - 2 * y))) * 360) / Math.PI - 90,
});

export function boxOf(points: readonly Mercator[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { west: Math.min(...xs), north: Math.min(...ys), east: Math.max(...xs), south: Math.max(...ys) };
}

/** The box, enlarged to contain the place. */
export function withPlace({ west, north, east, south }: Box, place: Place): Box {
  return boxOf([[west, north], [east, south], toMercator(place)]);
}

export const areApart = (one: Box, other: Box): boolean =>
  one.east < other.west || one.west > other.east || one.south < other.north || one.north > other.south;

export interface SheetOnMap {
  at: (pixel: Pixel) => Mercator;
  /** Width of the world per pixel, in the middle of the sheet. */
  unit: number;
  box: Box;
  middle: Mercator;
}

export const cornersOf = ({ width, height }: PictureSize): Pixel[] => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width, y: height },
  { x: 0, y: height },
];

export function sheetOnMap(fit: Pick<Fit, 'affine' | 'plane'>, size: PictureSize): SheetOnMap {
  const at = (pixel: Pixel): Mercator => toMercator(placeOf(fit, pixel));
  const centre = { x: size.width / 2, y: size.height / 2 };
  const middle = at(centre);
  const [right, below] = [at({ ...centre, x: centre.x + 1 }), at({ ...centre, y: centre.y + 1 })];
  const across = Math.hypot(right[0] - middle[0], right[1] - middle[1]);
  const down = Math.hypot(below[0] - middle[0], below[1] - middle[1]);
  return { at, middle, unit: Math.sqrt(across * down), box: boxOf(cornersOf(size).map(at)) };
}

/** Zoom at which the sheet has this scale, in CSS pixels per pixel of the sheet. */
export const zoomOfScale = (scale: number, { unit }: Pick<SheetOnMap, 'unit'>): number =>
  Math.log2(scale / (WORLD_PX * unit));

/**
 * The matrix of the map, moved to a parallelogram: maps the unit square to the screen. In doubles, as single precision
 * is two metres coarse this far from the origin.
 * @param matrix 4 x 4, by columns
 */
export function tileMatrix(
  matrix: ArrayLike<number>,
  [topLeft, topRight, bottomLeft]: readonly [Mercator, Mercator, Mercator],
): Float32Array {
  const [x, y] = topLeft;
  const moved = new Float32Array(16);
  const m = (at: number): number => matrix[at] ?? 0;
  for (let row = 0; row < 4; row++) {
    moved[row] = m(row) * (topRight[0] - x) + m(4 + row) * (topRight[1] - y);
    moved[4 + row] = m(row) * (bottomLeft[0] - x) + m(4 + row) * (bottomLeft[1] - y);
    moved[8 + row] = m(8 + row);
    moved[12 + row] = m(row) * x + m(4 + row) * y + m(12 + row);
  }
  return moved;
}
