import { boundsOfPoints, isInPolygon, outlinePoints, type Corner } from '@symbio/proto/annotation/outlines';
import { toShapeMessage } from '../mapping.js';
import type { Shape } from '../shapes/shapes.js';

function centreOf(points: readonly Corner[]): Corner {
  const { x, y, width, height } = boundsOfPoints(points);
  return { x: x + width / 2, y: y + height / 2 };
}

/**
 * Whether two outlines are about the same place: the centre of one is inside the other. People outline a building, agents
 * often its lettering, so that a shared area says little.
 */
export function overlaps(a: Shape, b: Shape): boolean {
  const [one, other] = [outlinePoints(toShapeMessage(a)), outlinePoints(toShapeMessage(b))];
  return isInPolygon(one, centreOf(other)) || isInPolygon(other, centreOf(one));
}
