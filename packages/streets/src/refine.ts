/** A pose from all labels that agree: each must lie on the course of its street. */
import type { Pixel } from '@symbio/georeference';
import { onPlane, RADIANS, type Pose } from './pose.js';
import type { Agreeing } from './agreement.js';

const ANY_WEIGHT = 0.35;
/** Of the corners of the previous pose, which keep what the labels leave open. */
const PRIOR_WEIGHT = 0.02;

type Row = readonly [re: number, im: number, east: number, north: number];

/** Unit normal of a course. */
export const normalOf = (direction: number): readonly [number, number] => [
  -Math.sin(direction * RADIANS),
  Math.cos(direction * RADIANS),
];

/** By elimination; undefined if singular. */
function solved(matrix: readonly (readonly number[])[]): number[] | undefined {
  const rows = matrix.map((row) => [...row]);
  const count = rows.length;
  for (let column = 0; column < count; column++) {
    const rest = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const pivot = column + rest.indexOf(Math.max(...rest));
    const [top, chosen] = [rows[column], rows[pivot]];
    if (!top || !chosen || !(Math.abs(chosen[column] ?? 0) > 1e-12)) return undefined;
    [rows[column], rows[pivot]] = [chosen, top];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const share = (row[column] ?? 0) / (chosen[column] ?? 1);
      for (let each = column; each <= count; each++) row[each] = (row[each] ?? 0) - share * (chosen[each] ?? 0);
    }
  }
  return rows.map((row, at) => (row[count] ?? 0) / (row[at] ?? 1));
}

/** East and north of a pixel as sums of the four unknowns; pixels in units of the sheet. */
const rowsOf = ({ x, y }: Pixel): readonly [Row, Row] => [
  [x, y, 1, 0],
  [-y, x, 0, 1],
];

/** @param corners pixels that the pose may move little */
export function refined(pose: Pose, agreeing: readonly Agreeing[], corners: readonly Pixel[]): Pose {
  const unit = Math.max(1, ...corners.map(({ x, y }) => Math.max(x, y)));
  const scaled = ({ x, y }: Pixel): Pixel => ({ x: x / unit, y: y / unit });
  const normal = [0, 1, 2, 3].map(() => [0, 0, 0, 0, 0]);
  const add = (row: readonly number[], value: number, weight: number) => {
    const all = [...row, value];
    for (const [at, into] of normal.entries())
      for (const [each, factor] of all.entries()) into[each] = (into[each] ?? 0) + weight * (row[at] ?? 0) * factor;
  };
  for (const { label, course } of agreeing) {
    const [nx, ny] = normalOf(course.direction);
    const [east, north] = rowsOf(scaled(label));
    const row = east.map((value, at) => nx * value + ny * (north[at] ?? 0));
    add(row, nx * course.east + ny * course.north, label.isNamed ? 1 : ANY_WEIGHT);
  }
  for (const corner of corners) {
    const [east, north] = rowsOf(scaled(corner));
    const at = onPlane(pose, corner);
    add(east, at[0], PRIOR_WEIGHT);
    add(north, at[1], PRIOR_WEIGHT);
  }
  const [re, im, east, north] = solved(normal) ?? [];
  if (re === undefined || im === undefined || east === undefined || north === undefined) return pose;
  return { re: re / unit, im: im / unit, east, north };
}
