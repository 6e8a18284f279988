import { placeOf, type Fit, type Pixel, type PictureSize } from './fit.js';
import { middleOf, planeAt, type Place } from './plane.js';

export interface EarthOutline {
  /** Closed, counterclockwise, longitude first, as in GeoJSON. */
  ring: [longitude: number, latitude: number][];
  areaSqFt: number;
  centre: Place;
}

/** Twice the signed area, and the centroid's numerators. */
function moments(corners: readonly (readonly [number, number])[]) {
  let [twice, x, y] = [0, 0, 0];
  corners.forEach(([x0, y0], at) => {
    const [x1, y1] = corners[(at + 1) % corners.length] ?? [x0, y0];
    const cross = x0 * y1 - x1 * y0;
    twice += cross;
    x += (x0 + x1) * cross;
    y += (y0 + y1) * cross;
  });
  return { twice, x, y };
}

/** Of an outline in pixels, closed or not. Straight edges stay straight: no corners are added. */
export function outlineOnEarth(fit: Pick<Fit, 'affine' | 'plane'>, outline: readonly Pixel[]): EarthOutline {
  const [first, last] = [outline[0], outline.at(-1)];
  const isClosed = outline.length > 1 && first?.x === last?.x && first?.y === last?.y;
  const places = (isClosed ? outline.slice(0, -1) : outline).map((pixel) => placeOf(fit, pixel));
  const plane = planeAt(middleOf(places));
  const { twice, x, y } = moments(places.map((place) => plane.toFeet(place)));
  const turned = twice < 0 ? [...places].reverse() : places;
  const corners = turned.map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  return {
    ring: corners[0] ? [...corners, corners[0]] : [],
    areaSqFt: Math.abs(twice) / 2,
    centre: twice === 0 ? plane.origin : plane.toPlace(x / (3 * twice), y / (3 * twice)),
  };
}

/** Whether a pixel is within an outline. */
export function isWithin({ x, y }: Pixel, outline: readonly Pixel[]): boolean {
  let isIn = false;
  outline.forEach((one, at) => {
    const other = outline[(at + 1) % outline.length] ?? one;
    if (one.y > y !== other.y > y && x < one.x + ((y - one.y) * (other.x - one.x)) / (other.y - one.y)) isIn = !isIn;
  });
  return isIn;
}

/** Corners of a sheet, or of the part of it within a mask. */
export const footprintOf = (
  fit: Pick<Fit, 'affine' | 'plane'>,
  { width, height }: PictureSize,
  mask: readonly Pixel[] = [],
): EarthOutline =>
  outlineOnEarth(
    fit,
    mask.length >= 3
      ? mask
      : [
          { x: 0, y: 0 },
          { x: width, y: 0 },
          { x: width, y: height },
          { x: 0, y: height },
        ],
  );
