/** Cells of a grid: an index of integers, read without geometry. */
import { boundsOf, separationOf, type LonLat, type Part, type PreparedBoundary } from '@symbio/georeference/boundary';
import { METRES_PER_FOOT } from './lists.js';

/** Degrees; at 40 degrees north 425 by 555 m. */
const CELLS_PER_DEGREE = 200;
const ROWS = 180 * CELLS_PER_DEGREE;
const COLUMNS = 360 * CELLS_PER_DEGREE;
/** More are the surroundings of a boundary that is a hundred miles long. */
const MAX_CELLS = 50_000;
const METRES_PER_DEGREE = 110_500;
const RADIANS = Math.PI / 180;

const cellAt = (column: number, row: number): number => (((column % COLUMNS) + COLUMNS) % COLUMNS) * ROWS + row;

export const cellOf = ([longitude, latitude]: LonLat): number =>
  cellAt(Math.floor((longitude + 180) * CELLS_PER_DEGREE), Math.floor((latitude + 90) * CELLS_PER_DEGREE));

/** All cells that hold a place within so many metres of a boundary; undefined beyond the limit. */
export function cellsWithin(parts: readonly Part[], boundary: PreparedBoundary, metres: number): number[] | undefined {
  const [west, south, east, north] = boundsOf(parts);
  const reach = (metres * 1.01) / METRES_PER_DEGREE;
  const widest = Math.max(Math.abs(south - reach), Math.abs(north + reach));
  const across = reach / Math.cos(Math.min(widest, 89) * RADIANS);
  const index = (degrees: number): number => Math.floor(degrees * CELLS_PER_DEGREE);
  const [left, right] = [index(west - across + 180), index(east + across + 180)];
  const [bottom, top] = [index(south - reach + 90), index(north + reach + 90)];
  if ((right - left + 1) * (top - bottom + 1) > MAX_CELLS) return undefined;
  const half = 0.5 / CELLS_PER_DEGREE;
  // from the middle of a cell to its corners, at the equator
  const diagonal = half * 111_700 * Math.SQRT2;
  const cells: number[] = [];
  for (let column = left; column <= right; column++)
    for (let row = bottom; row <= top; row++) {
      const middle: LonLat = [column / CELLS_PER_DEGREE - 180 + half, row / CELLS_PER_DEGREE - 90 + half];
      const { feet } = separationOf(boundary, [middle]);
      if (feet * METRES_PER_FOOT <= metres + diagonal) cells.push(cellAt(column, row));
    }
  return cells;
}
