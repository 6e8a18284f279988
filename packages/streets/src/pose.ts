import { fitSimilarity, type ControlPoint, type Pixel, type Plane } from '@symbio/georeference';

/** A sheet on the plane of a site: east + i north = m (x - i y) + t, in feet. */
export interface Pose {
  re: number;
  im: number;
  east: number;
  north: number;
}

export const RADIANS = Math.PI / 180;

export const onPlane = ({ re, im, east, north }: Pose, { x, y }: Pixel): [east: number, north: number] => [
  re * x + im * y + east,
  im * x - re * y + north,
];

export function onSheet({ re, im, east, north }: Pose, toEast: number, toNorth: number): Pixel {
  const [dx, dy] = [toEast - east, toNorth - north];
  const squared = re * re + im * im;
  return { x: (re * dx + im * dy) / squared, y: (im * dx - re * dy) / squared };
}

/** Degrees counterclockwise. */
export const turnOf = ({ re, im }: Pose): number => Math.atan2(im, re) / RADIANS;
export const feetPerPixelOf = ({ re, im }: Pose): number => Math.hypot(re, im);

/** Between two directions of lines, 0 to 90 degrees. */
export const angleBetween = (one: number, other: number): number => {
  const turned = (((one - other) % 180) + 180) % 180;
  return Math.min(turned, 180 - turned);
};

/** Of control points, on a plane near them; undefined if they coincide. */
export function poseOfPoints(points: readonly ControlPoint[], plane: Plane): Pose | undefined {
  const fit = fitSimilarity(points);
  if (!fit) return undefined;
  const [east, north] = plane.toFeet(fit.plane.origin);
  const [re, im, moveEast, , , moveNorth] = fit.affine;
  return { re, im, east: moveEast + east, north: moveNorth + north };
}
