import type { AnnotationCoordinates, AnnotationType } from '../../evidence/annotation-records.js';
import { boundsOfPoints } from '@symbio/proto/annotation/outlines';
import type { Point } from '../sheet/geometry.js';
import { outlineAt } from './outline-at.js';
import type { GreyPicture } from './outline-at.js';

/**
 * What a click draws around the outline under it: with the polygon's tool its corners, with that of rectangles its box, with
 * that of ellipses the ellipse that touches the box from inside, as a round tank does. Null where there is none.
 *
 * @param picture what is seen of the sheet
 * @param screen where the click was, in pixels of the picture
 * @param toImage the point of the sheet behind one of the picture
 */
export function snappedShape(
  picture: GreyPicture,
  screen: Point,
  tool: AnnotationType,
  toImage: (screen: Point) => Point,
): AnnotationCoordinates | null {
  const found = outlineAt(picture, screen);
  if (!found) return null;
  if (tool === 'polygon') return { points: found.corners.map(toImage) };
  const { x, y, width, height } = found.box;
  // a sheet lies in quarter turns: a box stays one
  const box = boundsOfPoints([toImage({ x, y }), toImage({ x: x + width, y: y + height })]);
  if (tool === 'rectangle') return box;
  const [radiusX, radiusY] = [box.width / 2, box.height / 2];
  return { centerX: box.x + radiusX, centerY: box.y + radiusY, radiusX, radiusY, theta: 0 };
}
