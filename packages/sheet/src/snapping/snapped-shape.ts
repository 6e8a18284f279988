import type { Shape, ShapeKind } from '../geometry/shapes.js';
import { boundsOfPoints } from '@symbio/proto/annotation/outlines';
import type { Point } from '../geometry/geometry.js';
import { outlineAt } from './outline-at.js';
import type { GreyPicture } from './outline-at.js';

/**
 * Shape for the outline under a click: the polygon tool takes its corners, the rectangle tool its bounding box, the
 * ellipse tool the inscribed ellipse, e.g. of a round tank. Null if there is no outline.
 *
 * @param picture visible part of the sheet
 * @param screen click position in pixels of the picture
 * @param toImage converts a point of the picture to the sheet
 */
export function snappedShape(
  picture: GreyPicture,
  screen: Point,
  tool: ShapeKind,
  toImage: (screen: Point) => Point,
): Shape | null {
  const found = outlineAt(picture, screen);
  if (!found) return null;
  if (tool === 'polygon') return { points: found.corners.map(toImage) };
  const { x, y, width, height } = found.box;
  // quarter turns map boxes to boxes
  const box = boundsOfPoints([toImage({ x, y }), toImage({ x: x + width, y: y + height })]);
  if (tool === 'rectangle') return box;
  const [radiusX, radiusY] = [box.width / 2, box.height / 2];
  return { centerX: box.x + radiusX, centerY: box.y + radiusY, radiusX, radiusY, theta: 0 };
}
