/** Point in image pixels or CSS pixels of the screen; the variable name says which. */
export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Image pixels; `theta` in radians, clockwise on screen. */
export interface Ellipse {
  centerX: number;
  centerY: number;
  radiusX: number;
  radiusY: number;
  theta: number;
}

/** Image pixels: upper left corner and size. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Image pixels; implicitly closed. */
export interface Polygon {
  points: Point[];
}

export type Shape = Ellipse | Rectangle | Polygon;
export type ShapeKind = 'ellipse' | 'rectangle' | 'polygon';

export function isEllipse(shape: Shape): shape is Ellipse {
  return 'centerX' in shape;
}

export function isPolygon(shape: Shape): shape is Polygon {
  return 'points' in shape;
}

export function kindOf(shape: Shape): ShapeKind {
  if (isEllipse(shape)) return 'ellipse';
  return isPolygon(shape) ? 'polygon' : 'rectangle';
}

/** Hundredths of a pixel are finer than any scan. */
export function rounded(shape: Shape): Shape {
  const round = (value: number) => Math.round(value * 100) / 100;
  if (isEllipse(shape))
    return {
      centerX: round(shape.centerX),
      centerY: round(shape.centerY),
      radiusX: round(shape.radiusX),
      radiusY: round(shape.radiusY),
      theta: shape.theta ?? 0,
    };
  if (isPolygon(shape)) return { points: shape.points.map(({ x, y }) => ({ x: round(x), y: round(y) })) };
  return { x: round(shape.x), y: round(shape.y), width: round(shape.width), height: round(shape.height) };
}
