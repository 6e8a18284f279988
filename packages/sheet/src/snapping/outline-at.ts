/** Finds the drawn outline around a point: the area enclosed by dark lines. Pure functions. */
import { polygonFault } from '@symbio/proto/annotation/outlines';
import type { Point } from '../geometry/geometry.js';

/** Greyscale picture, row by row, 0 (black) to 255. */
export interface GreyPicture {
  width: number;
  height: number;
  data: Uint8Array;
}

export interface FoundOutline {
  box: { x: number; y: number; width: number; height: number };
  /** Corners of the polygon, or of the box if it is a rectangle. */
  corners: Point[];
}

/** Smaller areas, in pixels, are the inside of a letter. */
const MIN_ROOM = 150;

/** Maximum gap, in pixels, in a closed outline. */
const GAP = 1;

/** Maximum distance from the point to paper, for presses on lettering; pixels. */
const REACH = 14;

/** Fill ratio of the bounding box from which the area is a rectangle. */
const RECTANGLE_FILL = 0.93;

/** Maximum deviation of the simplified polygon, in pixels. */
const TOLERANCE = 2.5;

/** More corners than this mean a scribble, not a building. */
const MAX_CORNERS = 60;

/** Threshold between ink and paper by Otsu's method: minimises the variance within both classes. */
export function inkThreshold({ data }: GreyPicture): number {
  const counts = new Array<number>(256).fill(0);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const all = data.length;
  const sum = counts.reduce((before, count, value) => before + count * value, 0);
  let [below, sumBelow, best, threshold] = [0, 0, -1, 127];
  for (const [value, count] of counts.entries()) {
    below += count;
    sumBelow += count * value;
    if (below === 0 || below === all) continue;
    const apart = sumBelow / below - (sum - sumBelow) / (all - below);
    const between = below * (all - below) * apart * apart;
    if (between > best) [best, threshold] = [between, value];
  }
  return threshold;
}

/**
 * Flood-fills paper from a point up to ink. Null if the area is open within the picture or only the inside of a letter.
 */
export function outlineAt(picture: GreyPicture, at: Point): FoundOutline | null {
  const ink = thickened(inkOf(picture), picture, GAP);
  const start = nearestPaper(ink, picture, at);
  const room = start === null ? null : roomFrom(ink, picture, start);
  if (!room) return null;
  // undoes the thickening, up to the inner edge of the line
  const mask = thickened(room, picture, GAP);
  const { box, share } = boxOf(mask, picture);
  const boxCorners = [
    { x: box.x, y: box.y },
    { x: box.x + box.width, y: box.y },
    { x: box.x + box.width, y: box.y + box.height },
    { x: box.x, y: box.y + box.height },
  ];
  if (share >= RECTANGLE_FILL) return { box, corners: boxCorners };
  const corners = simplified(contour(mask, picture), TOLERANCE);
  if (corners.length > MAX_CORNERS || polygonFault(corners) !== undefined) return null;
  return { box, corners };
}

/** Ink mask: 1 is ink. */
export function inkOf(picture: GreyPicture): Uint8Array {
  const threshold = inkThreshold(picture);
  return picture.data.map((value) => (value <= threshold ? 1 : 0));
}

export function thickened(mask: Uint8Array, { width, height }: GreyPicture, by: number): Uint8Array {
  const result = mask.slice();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (mask[y * width + x] !== 1) continue;
      for (let dy = -by; dy <= by; dy += 1)
        for (let dx = -by; dx <= by; dx += 1) {
          const [u, v] = [x + dx, y + dy];
          if (u >= 0 && v >= 0 && u < width && v < height) result[v * width + u] = 1;
        }
    }
  return result;
}

/** Null if none is within reach. */
function nearestPaper(ink: Uint8Array, { width, height }: GreyPicture, at: Point): number | null {
  const [cx, cy] = [Math.round(at.x), Math.round(at.y)];
  let [best, found] = [Infinity, null as number | null];
  for (let y = Math.max(cy - REACH, 0); y <= Math.min(cy + REACH, height - 1); y += 1)
    for (let x = Math.max(cx - REACH, 0); x <= Math.min(cx + REACH, width - 1); x += 1) {
      const away = (x - cx) ** 2 + (y - cy) ** 2;
      if (ink[y * width + x] === 0 && away < best) [best, found] = [away, y * width + x];
    }
  return found;
}

/** Flood fill; null if it reaches the edge of the picture or is too small. */
function roomFrom(ink: Uint8Array, { width, height }: GreyPicture, start: number): Uint8Array | null {
  const room = new Uint8Array(ink.length);
  const waiting = [start];
  room[start] = 1;
  let size = 0;
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    size += 1;
    const x = index % width;
    if (x === 0 || x === width - 1 || index < width || index >= width * (height - 1)) return null;
    for (const next of [index - 1, index + 1, index - width, index + width]) {
      if (ink[next] === 1 || room[next] === 1) continue;
      room[next] = 1;
      waiting.push(next);
    }
  }
  return size < MIN_ROOM ? null : room;
}

/** Bounding box of a mask, and the share of it between the first and last pixel of each row. */
function boxOf(mask: Uint8Array, { width, height }: GreyPicture): { box: FoundOutline['box']; share: number } {
  let [left, right, top, bottom, filled] = [width, -1, height, -1, 0];
  for (let y = 0; y < height; y += 1) {
    const row = mask.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(1);
    if (first === -1) continue;
    const last = row.lastIndexOf(1);
    [left, right, top, bottom] = [Math.min(left, first), Math.max(right, last), Math.min(top, y), y];
    filled += last - first + 1;
  }
  const box = { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
  return { box, share: filled / (box.width * box.height) };
}

/** Eight neighbours of a pixel, clockwise from the left. */
const AROUND: readonly (readonly [number, number])[] = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
];

/** Outer boundary pixels of a mask, clockwise (Moore tracing). */
function contour(mask: Uint8Array, { width, height }: GreyPicture): Point[] {
  const first = mask.indexOf(1);
  if (first === -1) return [];
  const isIn = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && mask[y * width + x] === 1;
  const start = { x: first % width, y: Math.floor(first / width) };
  const points: Point[] = [];
  let [at, from] = [start, 0];
  // upper bound for the boundary length: each mask pixel, met from every side
  for (let steps = 0; steps < mask.length * 2; steps += 1) {
    points.push(at);
    const turn = AROUND.findIndex((_, step) => {
      const [dx, dy] = AROUND[(from + step) % 8] ?? [0, 0];
      return isIn(at.x + dx, at.y + dy);
    });
    if (turn === -1) break;
    const direction = (from + turn) % 8;
    const [dx, dy] = AROUND[direction] ?? [0, 0];
    at = { x: at.x + dx, y: at.y + dy };
    if (at.x === start.x && at.y === start.y) break;
    // continue from the neighbour that was empty
    from = (direction + 6) % 8;
  }
  return points;
}

/** Simplifies a closed polygon (Douglas-Peucker). */
export function simplified(points: readonly Point[], tolerance: number): Point[] {
  if (points.length < 4) return [...points];
  // keeps the two points that are farthest apart
  const first = points[0] ?? { x: 0, y: 0 };
  const far = points.reduce(
    (best, point, at) => (apart(point, first) > apart(points[best] ?? first, first) ? at : best),
    0,
  );
  const halves = [points.slice(0, far + 1), [...points.slice(far), first]];
  return halves.flatMap((half) => reduced(half, tolerance).slice(0, -1));
}

const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

function reduced(line: readonly Point[], tolerance: number): Point[] {
  const [a, b] = [line[0], line.at(-1)];
  if (!a || !b || line.length < 3) return [...line];
  const length = apart(a, b);
  let [most, split] = [0, 0];
  for (const [at, { x, y }] of line.entries()) {
    const away =
      length === 0 ? apart({ x, y }, a) : Math.abs((b.x - a.x) * (a.y - y) - (a.x - x) * (b.y - a.y)) / length;
    if (away > most) [most, split] = [away, at];
  }
  if (most <= tolerance) return [a, b];
  return [...reduced(line.slice(0, split + 1), tolerance).slice(0, -1), ...reduced(line.slice(split), tolerance)];
}
