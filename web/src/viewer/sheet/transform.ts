import type { RectangleCoordinates } from '../../evidence/annotation-records.js';
import type { Point, Size } from './geometry.js';

/** How far a sheet is turned clockwise on the screen, in degrees. What is stored stays in pixels of the image. */
export type QuarterTurn = 0 | 90 | 180 | 270;

/**
 * Where the sheet lies in the view: CSS pixels per image pixel, the screen position of the image's own upper left
 * corner, and how far the image is turned around it.
 */
export interface SheetTransform {
  scale: number;
  x: number;
  y: number;
  turn: QuarterTurn;
}

export const UNPLACED: SheetTransform = { scale: 1, x: 0, y: 0, turn: 0 };

/** Cosine and sine of each turn: exact, where Math.cos(Math.PI / 2) is not. */
const AXES: Record<QuarterTurn, { cos: number; sin: number }> = {
  0: { cos: 1, sin: 0 },
  90: { cos: 0, sin: 1 },
  180: { cos: -1, sin: 0 },
  270: { cos: 0, sin: -1 },
};

/** The turn after a further quarter, clockwise (1) or back (-1). */
export function turned(turn: QuarterTurn, step: 1 | -1): QuarterTurn {
  const turns: readonly QuarterTurn[] = [0, 90, 180, 270];
  return turns[(turns.indexOf(turn) + step + turns.length) % turns.length] ?? 0;
}

/** Turns a vector of the image as the screen shows it, or, `back`, one of the screen into the image. */
export function turnedVector({ x, y }: Point, turn: QuarterTurn, back = false): Point {
  const { cos, sin } = AXES[turn];
  const s = back ? -sin : sin;
  // "+ 0" makes the zero of -0: a position that is compared or written down has no sign there
  return { x: x * cos - y * s + 0, y: x * s + y * cos + 0 };
}

/** The size of the sheet as the screen shows it. */
export function turnedSize(size: Size, turn: QuarterTurn): Size {
  return turn === 90 || turn === 270 ? { width: size.height, height: size.width } : size;
}

/** Screen position (CSS pixels) of a point of the image. */
export function toScreen(point: Point, { scale, x, y, turn }: SheetTransform): Point {
  const vector = turnedVector(point, turn);
  return { x: x + vector.x * scale, y: y + vector.y * scale };
}

/** The point of the image under a screen position. */
export function toImage(screen: Point, { scale, x, y, turn }: SheetTransform): Point {
  return turnedVector({ x: (screen.x - x) / scale, y: (screen.y - y) / scale }, turn, true);
}

/** The upright rectangle on the screen that an upright rectangle of the image becomes. */
export function toScreenBox(box: RectangleCoordinates, transform: SheetTransform): RectangleCoordinates {
  return boxBetween(
    toScreen({ x: box.x, y: box.y }, transform),
    toScreen({ x: box.x + box.width, y: box.y + box.height }, transform),
  );
}

/** The upright rectangle of the image that an upright rectangle of the screen shows. */
export function toImageBox(box: RectangleCoordinates, transform: SheetTransform): RectangleCoordinates {
  return boxBetween(
    toImage({ x: box.x, y: box.y }, transform),
    toImage({ x: box.x + box.width, y: box.y + box.height }, transform),
  );
}

function boxBetween(a: Point, b: Point): RectangleCoordinates {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
}

/** The transform as the six numbers of a matrix, in the order of CSS, SVG and canvas. */
export function matrixOf({ scale, x, y, turn }: SheetTransform): [number, number, number, number, number, number] {
  const { cos, sin } = AXES[turn];
  return [scale * cos, scale * sin, -scale * sin, scale * cos, x, y];
}

/** The transform as CSS and SVG write it. */
export function matrixText(transform: SheetTransform): string {
  return `matrix(${matrixOf(transform).join(', ')})`;
}

/** Whether two transforms put the sheet at the same place. */
export function samePlace(a: SheetTransform, b: SheetTransform): boolean {
  return a.scale === b.scale && a.x === b.x && a.y === b.y && a.turn === b.turn;
}
