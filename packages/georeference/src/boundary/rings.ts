/** Lines at a distance from a boundary, for drawing: the contour of its distance field on a grid. */
import { FEET_PER_METRE } from '../plane.js';
import { nearestEdge, type PreparedBoundary } from './distance.js';
import type { Point } from './metres.js';
import { isInside } from './planar.js';
import type { LonLat } from './shapes.js';

/** Cells across, so that none is longer than a quarter of the distance. */
const CELLS = { least: 64, most: 256 } as const;

const metresFrom = (point: Point, boundary: PreparedBoundary): number =>
  boundary.parts.some((rings) => isInside(point, rings)) ? 0 : nearestEdge(point, boundary).metres;

interface Grid {
  left: number;
  bottom: number;
  size: number;
  columns: number;
  rows: number;
}

function gridAround({ parts }: PreparedBoundary, metres: number): Grid {
  const points = parts.flat(2);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  // one more than the distance on each side: no line leaves the grid
  const margin = metres * 1.05;
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [bottom, top] = [Math.min(...ys) - margin, Math.max(...ys) + margin];
  const span = Math.max(right - left, top - bottom);
  const cells = Math.min(CELLS.most, Math.max(CELLS.least, Math.ceil(span / (metres / 4))));
  const size = span / cells;
  return {
    ...{ left, bottom, size },
    columns: Math.ceil((right - left) / size) + 1,
    rows: Math.ceil((top - bottom) / size) + 1,
  };
}

/** Closed lines, longitude first. */
export function ringsAt(boundary: PreparedBoundary, feet: number): LonLat[][] {
  const metres = feet / FEET_PER_METRE;
  if (!(metres > 0)) return [];
  const { left, bottom, size, columns, rows } = gridAround(boundary, metres);
  const pointAt = (column: number, row: number): Point => [left + column * size, bottom + row * size];
  const beyond = (point: Point): number => metresFrom(point, boundary) - metres;
  const values = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) values[row * columns + column] = beyond(pointAt(column, row));
  const valueAt = (column: number, row: number): number => values[row * columns + column] ?? Infinity;

  const crossings = new Map<number, Point>();
  /** The crossing of a grid line between two nodes, and its number. */
  function crossing(column: number, row: number, isUpwards: boolean): number {
    const id = 2 * (row * columns + column) + Number(isUpwards);
    if (crossings.has(id)) return id;
    let [low, high] = [pointAt(column, row), isUpwards ? pointAt(column, row + 1) : pointAt(column + 1, row)];
    let [atLow, atHigh] = [valueAt(column, row), isUpwards ? valueAt(column, row + 1) : valueAt(column + 1, row)];
    let middle = low;
    for (let step = 0; step < 8; step++) {
      const share = Math.min(0.99, Math.max(0.01, atLow / (atLow - atHigh)));
      middle = [low[0] + (high[0] - low[0]) * share, low[1] + (high[1] - low[1]) * share];
      const value = beyond(middle);
      if (Math.abs(value) < 0.01) break;
      if (value > 0 === atLow > 0) [low, atLow] = [middle, value];
      else [high, atHigh] = [middle, value];
    }
    crossings.set(id, middle);
    return id;
  }

  const links = new Map<number, number[]>();
  const link = (one: number, other: number): void => {
    links.set(one, [...(links.get(one) ?? []), other]);
    links.set(other, [...(links.get(other) ?? []), one]);
  };
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const corners = [
        valueAt(column, row) > 0,
        valueAt(column + 1, row) > 0,
        valueAt(column + 1, row + 1) > 0,
        valueAt(column, row + 1) > 0,
      ];
      const sides = [
        () => crossing(column, row, false),
        () => crossing(column + 1, row, true),
        () => crossing(column, row + 1, false),
        () => crossing(column, row, true),
      ];
      const cut = sides.filter((_side, at) => corners[at] !== corners[(at + 1) % 4]).map((side) => side());
      const [a, b, c, d] = cut;
      if (a === undefined || b === undefined) continue;
      if (c === undefined || d === undefined) {
        link(a, b);
        continue;
      }
      // two lines in one cell: the middle decides which corners they part
      const isOut = beyond(pointAt(column + 0.5, row + 0.5)) > 0;
      if (isOut === corners[0]) {
        link(a, b);
        link(c, d);
      } else {
        link(a, d);
        link(b, c);
      }
    }

  const rings: LonLat[][] = [];
  const unwalked = new Set(links.keys());
  for (const start of links.keys()) {
    if (!unwalked.has(start)) continue;
    const ring: LonLat[] = [];
    let at: number | undefined = start;
    while (at !== undefined) {
      unwalked.delete(at);
      ring.push(boundary.plane.toPlace(crossings.get(at) ?? [0, 0]));
      at = links.get(at)?.find((next) => unwalked.has(next));
    }
    const [first] = ring;
    if (first && ring.length > 2) rings.push([...ring, first]);
  }
  return rings;
}
