import type { EllipseShape, PageSize, Shape } from './shapes.js';

/** Radians within which an ellipse counts as upright. */
const UPRIGHT = 1e-9;

export const onPicture = (shape: Shape, drawnOn: PageSize | undefined, current: PageSize): Shape =>
  drawnOn && !isSameSize(drawnOn, current) ? resizedShape(shape, drawnOn, current) : shape;

export const isSameSize = (one: PageSize, other: PageSize): boolean =>
  one.width === other.width && one.height === other.height;

/** The same place on a picture of another size or shape. */
export function resizedShape(shape: Shape, from: PageSize, to: PageSize): Shape {
  const [across, down] = [to.width / from.width, to.height / from.height];
  switch (shape.kind) {
    case 'rectangle': {
      const { x, y, width, height } = shape;
      return { kind: 'rectangle', x: x * across, y: y * down, width: width * across, height: height * down };
    }
    case 'polygon':
      return { kind: 'polygon', points: shape.points.map(({ x, y }) => ({ x: x * across, y: y * down })) };
    case 'ellipse':
      return {
        kind: 'ellipse',
        centerX: shape.centerX * across,
        centerY: shape.centerY * down,
        ...resizedAxes(shape, across, down),
      };
  }
}

/** A stretched ellipse is an ellipse: its axes are the singular vectors of stretch, rotation and radii. */
function resizedAxes(
  { radiusX, radiusY, theta }: EllipseShape,
  across: number,
  down: number,
): Pick<EllipseShape, 'radiusX' | 'radiusY' | 'theta'> {
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
  if (Math.abs(sin) < UPRIGHT || across === down) return { radiusX: radiusX * across, radiusY: radiusY * down, theta };
  if (Math.abs(cos) < UPRIGHT) return { radiusX: radiusX * down, radiusY: radiusY * across, theta };
  const [a, b] = [across * cos * radiusX, -across * sin * radiusY];
  const [c, d] = [down * sin * radiusX, down * cos * radiusY];
  const [e, f, g, h] = [(a + d) / 2, (a - d) / 2, (c + b) / 2, (c - b) / 2];
  const [sum, difference] = [Math.hypot(e, h), Math.hypot(f, g)];
  return {
    radiusX: sum + difference,
    radiusY: Math.abs(sum - difference),
    theta: (Math.atan2(h, e) + Math.atan2(g, f)) / 2,
  };
}
