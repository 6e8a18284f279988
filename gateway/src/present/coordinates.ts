import type { AnnotationJson, coordinates } from '@symbio/api';
import { invalidFields } from '@symbio/runtime';
import type { Annotation } from '@symbio/proto/annotation';
import type { Coordinate } from '@symbio/proto/feature';
import type { z } from 'zod';

type Shape = NonNullable<Annotation['shape']>;

/** Shape of coordinates. @throws AppError INVALID_ARGUMENT if the type contradicts them */
export function shapeOf(
  found: z.output<typeof coordinates>,
  wanted: AnnotationJson['annotation_type'] | undefined,
): Shape {
  const shape = shapeMessage(found);
  if (wanted && wanted !== shape.$case)
    throw invalidFields({
      coordinates: `These are not the coordinates of ${wanted === 'ellipse' ? 'an' : 'a'} ${wanted}`,
    });
  return shape;
}

function shapeMessage(found: z.output<typeof coordinates>): Shape {
  if ('centerX' in found) return { $case: 'ellipse', value: { ...found, theta: found.theta ?? 0 } };
  return 'points' in found ? { $case: 'polygon', value: found } : { $case: 'rectangle', value: found };
}

/** Coordinate names are camelCase in the specification (DATA-12). */
export const presentCoordinates = (shape: Shape | undefined): AnnotationJson['coordinates'] => {
  if (shape?.$case === 'ellipse') {
    const { centerX, centerY, radiusX, radiusY, theta } = shape.value;
    return { centerX, centerY, radiusX, radiusY, theta };
  }
  if (!shape) return null;
  if (shape.$case === 'polygon') return { points: shape.value.points.map(({ x, y }) => ({ x, y })) };
  const { x, y, width, height } = shape.value;
  return { x, y, width, height };
};

/** "(longitude,latitude)" (FEAT-18); null if the feature has none. */
export const presentCoordinate = (coordinate: Coordinate | undefined): string | null =>
  coordinate ? `(${coordinate.longitude},${coordinate.latitude})` : null;

/** Excludes blanks, which JavaScript parses as 0. */
const COORDINATE = /^\(\s*([^\s(),]+)\s*,\s*([^\s(),]+)\s*\)$/;

/** Parses "(longitude,latitude)" (FEAT-18); the service checks ranges. @throws AppError */
export function coordinateOf(value: string | null | undefined): Coordinate | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  const [, longitude = NaN, latitude = NaN] = COORDINATE.exec(value)?.map(Number) ?? [];
  if (Number.isNaN(longitude) || Number.isNaN(latitude))
    throw invalidFields({ coordinate: 'coordinate must look like (longitude,latitude)' });
  return { longitude, latitude };
}
