import type { Geometry } from '../../../evidence/boundary-api.js';

export interface FigurePaths {
  width: number;
  height: number;
  /** One path of all rings, for the even-odd rule. */
  path: string;
}

/** Longer side of the figure, in its own units. */
const SIDE = 240;

/** A plan with north up. */
export function figurePaths(geometry: Geometry): FigurePaths {
  const parts = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  const rings = parts.flat();
  const corners = rings.flat();
  const [xs, ys] = [corners.map(([x = 0]) => x), corners.map(([, y = 0]) => y)];
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  // a degree of longitude is shorter than one of latitude
  const shrunk = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [across, up] = [(east - west) * shrunk, north - south];
  const scale = SIDE / Math.max(across, up);
  const point = ([x = 0, y = 0]: readonly number[]): string =>
    `${((x - west) * shrunk * scale).toFixed(1)} ${((north - y) * scale).toFixed(1)}`;
  return {
    width: across * scale,
    height: up * scale,
    path: rings.map((ring) => `M${ring.map(point).join('L')}Z`).join(''),
  };
}
