import type { Rectangle } from './shapes.js';
import type { Point, Size } from './geometry.js';

/** Clockwise rotation on screen in degrees. Stored coordinates stay in image pixels. */
export type QuarterRotation = 0 | 90 | 180 | 270;

/**
 * Sheet placement: CSS pixels per image pixel, screen position of the image's upper left corner, and rotation around
 * it.
 */
export interface SheetTransform {
  scale: number;
  x: number;
  y: number;
  rotation: QuarterRotation;
}

export const UNPLACED: SheetTransform = { scale: 1, x: 0, y: 0, rotation: 0 };

/** Exact cosine and sine, unlike Math.cos(Math.PI / 2). */
const AXES: Record<QuarterRotation, { cos: number; sin: number }> = {
  0: { cos: 1, sin: 0 },
  90: { cos: 0, sin: 1 },
  180: { cos: -1, sin: 0 },
  270: { cos: 0, sin: -1 },
};

export function rotated(rotation: QuarterRotation, step: 1 | -1): QuarterRotation {
  const turns: readonly QuarterRotation[] = [0, 90, 180, 270];
  return turns[(turns.indexOf(rotation) + step + turns.length) % turns.length] ?? 0;
}

export function rotatedVector({ x, y }: Point, rotation: QuarterRotation, back = false): Point {
  const { cos, sin } = AXES[rotation];
  const s = back ? -sin : sin;
  // "+ 0" turns -0 into 0 for comparison and serialisation
  return { x: x * cos - y * s + 0, y: x * s + y * cos + 0 };
}

export function rotatedSize(size: Size, rotation: QuarterRotation): Size {
  return rotation === 90 || rotation === 270 ? { width: size.height, height: size.width } : size;
}

/** Image to screen (CSS pixels). */
export function toScreen(point: Point, { scale, x, y, rotation }: SheetTransform): Point {
  const vector = rotatedVector(point, rotation);
  return { x: x + vector.x * scale, y: y + vector.y * scale };
}

export function toImage(screen: Point, { scale, x, y, rotation }: SheetTransform): Point {
  return rotatedVector({ x: (screen.x - x) / scale, y: (screen.y - y) / scale }, rotation, true);
}

export function toScreenBox(box: Rectangle, transform: SheetTransform): Rectangle {
  return boxBetween(
    toScreen({ x: box.x, y: box.y }, transform),
    toScreen({ x: box.x + box.width, y: box.y + box.height }, transform),
  );
}

export function toImageBox(box: Rectangle, transform: SheetTransform): Rectangle {
  return boxBetween(
    toImage({ x: box.x, y: box.y }, transform),
    toImage({ x: box.x + box.width, y: box.y + box.height }, transform),
  );
}

function boxBetween(a: Point, b: Point): Rectangle {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(b.x - a.x), height: Math.abs(b.y - a.y) };
}

/** Matrix in the argument order of CSS, SVG and canvas. */
export function matrixOf({ scale, x, y, rotation }: SheetTransform): [number, number, number, number, number, number] {
  const { cos, sin } = AXES[rotation];
  return [scale * cos, scale * sin, -scale * sin, scale * cos, x, y];
}

export function matrixText(transform: SheetTransform): string {
  return `matrix(${matrixOf(transform).join(', ')})`;
}

export function samePlace(a: SheetTransform, b: SheetTransform): boolean {
  return a.scale === b.scale && a.x === b.x && a.y === b.y && a.rotation === b.rotation;
}
