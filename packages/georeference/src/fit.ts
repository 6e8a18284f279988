import { middleOf, planeAt, wrapped, type Place, type Plane } from './plane.js';

/** Full-resolution pixels of a sheet, y down. */
export interface Pixel {
  x: number;
  y: number;
}

export interface PictureSize {
  width: number;
  height: number;
}

/** The same place on a sheet and on the earth. */
export type ControlPoint = Pixel & Place;

/** Linear in pixels: east = a x + b y + c, north = d x + e y + f, in feet. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** Direction of north on the sheet, in degrees clockwise from its top, with one decimal. */
export function northOf([a = 1, b = 0]: readonly number[]): number {
  const tenths = Math.round((Math.atan2(b, a) * 1800) / Math.PI);
  return ((tenths + 3600) % 3600) / 10;
}

export type FitKind = 'similarity' | 'affine';

export interface Fit {
  kind: FitKind;
  affine: Affine;
  plane: Plane;
}

/** Least thickness, as a share of the sheet's shorter side, below which points lie on one line. */
const THIN = 1 / 16;
/** From this many points an affine fit has a check. */
export const LEAST_AFFINE = 4;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Spread of points along their shorter axis, in pixels. */
export function thickness(points: readonly Pixel[]): number {
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  let [xx, yy, xy] = [0, 0, 0];
  for (const point of points) {
    xx += (point.x - x) ** 2;
    yy += (point.y - y) ** 2;
    xy += (point.x - x) * (point.y - y);
  }
  const smaller = (xx + yy) / 2 - Math.hypot((xx - yy) / 2, xy);
  return Math.sqrt(Math.max(0, smaller) / points.length);
}

export const isThick = (points: readonly Pixel[], { width, height }: PictureSize): boolean =>
  thickness(points) >= Math.min(width, height) * THIN;

/** Pixels and feet of control points, relative to their middles. */
interface Centred {
  plane: Plane;
  x: number;
  y: number;
  east: number;
  north: number;
  each: readonly { x: number; y: number; east: number; north: number }[];
}

function centred(points: readonly ControlPoint[]): Centred {
  const plane = planeAt(middleOf(points));
  const feet = points.map((point) => plane.toFeet(point));
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const [east, north] = [mean(feet.map((one) => one[0])), mean(feet.map((one) => one[1]))];
  const each = points.map((point, at) => {
    const [toEast, toNorth] = feet[at] ?? [0, 0];
    return { x: point.x - x, y: point.y - y, east: toEast - east, north: toNorth - north };
  });
  return { plane, x, y, east, north, each };
}

const around = (
  { x, y, east, north }: Centred,
  [a, b, d, e]: readonly [a: number, b: number, d: number, e: number],
): Affine => [a, b, east - a * x - b * y, d, e, north - d * x - e * y];

/** Null if the points coincide on the sheet. */
export function fitSimilarity(points: readonly ControlPoint[]): Fit | null {
  if (points.length < 2) return null;
  const middle = centred(points);
  // as complex numbers: east + i north = m (x - i y) + t
  let [re, im, spread] = [0, 0, 0];
  for (const { x, y, east, north } of middle.each) {
    re += east * x - north * y;
    im += north * x + east * y;
    spread += x * x + y * y;
  }
  if (spread < 1) return null;
  re /= spread;
  im /= spread;
  return { kind: 'similarity', plane: middle.plane, affine: around(middle, [re, im, im, -re]) };
}

/** Null if the points lie on one line. */
export function fitAffine(points: readonly ControlPoint[]): Fit | null {
  if (points.length < 3) return null;
  const middle = centred(points);
  let [xx, yy, xy, xe, ye, xn, yn] = [0, 0, 0, 0, 0, 0, 0];
  for (const { x, y, east, north } of middle.each) {
    xx += x * x;
    yy += y * y;
    xy += x * y;
    xe += x * east;
    ye += y * east;
    xn += x * north;
    yn += y * north;
  }
  const determinant = xx * yy - xy * xy;
  if (!(determinant > Number.EPSILON * (xx + yy) ** 2)) return null;
  const a = (xe * yy - ye * xy) / determinant;
  const b = (ye * xx - xe * xy) / determinant;
  const d = (xn * yy - yn * xy) / determinant;
  const e = (yn * xx - xn * xy) / determinant;
  return { kind: 'affine', plane: middle.plane, affine: around(middle, [a, b, d, e]) };
}

/** Affine from four points that do not lie on one line, else a similarity. */
export const fitSheet = (points: readonly ControlPoint[], size: PictureSize): Fit | null =>
  (points.length >= LEAST_AFFINE && isThick(points, size) ? fitAffine(points) : null) ?? fitSimilarity(points);

/** Feet on the plane of the fit. */
export const feetOf = ({ affine: [a, b, c, d, e, f] }: Pick<Fit, 'affine'>, { x, y }: Pixel): [number, number] => [
  a * x + b * y + c,
  d * x + e * y + f,
];

export const placeOf = (fit: Pick<Fit, 'affine' | 'plane'>, pixel: Pixel): Place =>
  fit.plane.toPlace(...feetOf(fit, pixel));

/** Linear in pixels too: longitude = a x + b y + c, latitude = d x + e y + f. Longitudes may pass 180. */
export function inDegrees(fit: Pick<Fit, 'affine' | 'plane'>): Affine {
  const side = 1_000;
  const corner = placeOf(fit, { x: 0, y: 0 });
  const perPixel = (pixel: Pixel) => {
    const { longitude, latitude } = placeOf(fit, pixel);
    return [wrapped(longitude - corner.longitude) / side, (latitude - corner.latitude) / side] as const;
  };
  const [[a, d], [b, e]] = [perPixel({ x: side, y: 0 }), perPixel({ x: 0, y: side })];
  return [a, b, corner.longitude, d, e, corner.latitude];
}

export function pixelOf({ affine: [a, b, c, d, e, f], plane }: Pick<Fit, 'affine' | 'plane'>, place: Place): Pixel {
  const [east, north] = plane.toFeet(place);
  const determinant = a * e - b * d;
  return {
    x: (e * (east - c) - b * (north - f)) / determinant,
    y: (a * (north - f) - d * (east - c)) / determinant,
  };
}

/** Mean of both directions. */
export const feetPerPixel = ({ affine: [a, b, , d, e] }: Pick<Fit, 'affine'>): number =>
  Math.sqrt(Math.abs(a * e - b * d));

/** Feet between the place of a point and that of its pixel. */
export function missOf(fit: Fit, point: ControlPoint): number {
  const [east, north] = feetOf(fit, point);
  const [toEast, toNorth] = fit.plane.toFeet(point);
  return Math.hypot(east - toEast, north - toNorth);
}

/** A fit on another sheet's pixels, from the similarity q = m p + t between them. */
export function throughSheet(
  fit: Fit,
  { re, im, x, y }: { re: number; im: number; x: number; y: number },
): Pick<Fit, 'affine' | 'plane'> {
  const [a, b, c, d, e, f] = fit.affine;
  const row = (across: number, down: number, move: number) =>
    [across * re + down * im, down * re - across * im, across * x + down * y + move] as const;
  return { plane: fit.plane, affine: [...row(a, b, c), ...row(d, e, f)] };
}
