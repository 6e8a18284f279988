/** Copying annotations: clipboard format and placement. Pure functions. */
import { polygonFault } from '@symbio/proto/annotation/outlines';
import { MAX_BATCH, MAX_CONTENT } from '@symbio/proto/limits';
import type { Annotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import { boundsOf, centreOf, clamp, moved } from '@symbio/sheet/geometry/geometry';
import type { Point, Size } from '@symbio/sheet/geometry/geometry';
import { offsetOfAll } from '@symbio/sheet/drawing/drawing';
import type { NewMark } from './use-annotation-edits.js';
import { countText } from '../../lib/ui/formats.js';

/** Copied shapes and labels, without evidence. */
export interface Copied {
  sheet: Size;
  marks: readonly Required<NewMark>[];
}

export const COPIED_TYPE = 'application/x-symbio-annotations+json';

export function copiedOf(
  annotations: readonly Pick<Annotation, 'annotation_type' | 'coordinates' | 'content'>[],
  sheet: Size,
): Copied {
  return {
    sheet: { width: sheet.width, height: sheet.height },
    marks: annotations.map(({ annotation_type: type, coordinates, content }) => ({ type, coordinates, content })),
  };
}

/** Null for other text. */
export function parsedCopies(text: string): Copied | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || !isSize(value['sheet']) || !Array.isArray(value['marks'])) return null;
  const marks = value['marks'].slice(0, MAX_BATCH).flatMap((mark: unknown): Required<NewMark>[] => {
    if (!isRecord(mark) || typeof mark['content'] !== 'string') return [];
    const coordinates = coordinatesOf(mark['coordinates']);
    return coordinates ? [{ ...coordinates, content: mark['content'].slice(0, MAX_CONTENT) }] : [];
  });
  return marks.length === 0 ? null : { sheet: value['sheet'], marks };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

function isSize(value: unknown): value is Size {
  return isRecord(value) && isNumber(value['width']) && isNumber(value['height']);
}

function coordinatesOf(value: unknown): Pick<NewMark, 'type' | 'coordinates'> | null {
  if (!isRecord(value)) return null;
  const { points } = value;
  if (Array.isArray(points)) {
    const corners = points.flatMap((corner: unknown) => {
      if (!isRecord(corner)) return [];
      const { x, y } = corner;
      return isNumber(x) && isNumber(y) ? [{ x, y }] : [];
    });
    const isWhole = corners.length === points.length && polygonFault(corners) === undefined;
    return isWhole ? { type: 'polygon', coordinates: { points: corners } } : null;
  }
  const { centerX, centerY, radiusX, radiusY, theta = 0, x, y, width, height } = value;
  if (isNumber(centerX) && isNumber(centerY) && isNumber(radiusX) && isNumber(radiusY) && isNumber(theta))
    return { type: 'ellipse', coordinates: { centerX, centerY, radiusX, radiusY, theta } };
  if (isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height))
    return { type: 'rectangle', coordinates: { x, y, width, height } };
  return null;
}

/**
 * Places copies on a sheet; clamps each centre to it.
 *
 * @param under target of the common centre; null keeps the relative position, which is the same place on a sheet of the
 * same size
 */
export function copiesOn(copied: Copied, sheet: Size, under: Point | null): NewMark[] {
  const middle = middleOf(copied.marks.map(({ coordinates }) => coordinates));
  const to = under ?? {
    x: (middle.x / copied.sheet.width) * sheet.width,
    y: (middle.y / copied.sheet.height) * sheet.height,
  };
  return shifted(copied.marks, { x: to.x - middle.x, y: to.y - middle.y }, sheet);
}

export function duplicatesOf(copied: Copied, offset: Point): NewMark[] {
  const kept = offsetOfAll(copied.marks, offset, copied.sheet);
  // at the edge of the sheet a copy would cover its original
  const away = kept.x === 0 && kept.y === 0 ? { x: -offset.x, y: -offset.y } : kept;
  return shifted(copied.marks, away, copied.sheet);
}

function shifted(marks: readonly NewMark[], offset: Point, sheet: Size): NewMark[] {
  return marks.map((mark) => {
    const coordinates = moved(mark.coordinates, offset);
    const centre = centreOf(coordinates);
    const on = { x: clamp(centre.x, 0, sheet.width), y: clamp(centre.y, 0, sheet.height) };
    return { ...mark, coordinates: moved(coordinates, { x: on.x - centre.x, y: on.y - centre.y }) };
  });
}

function middleOf(shapes: readonly AnnotationCoordinates[]): Point {
  const boxes = shapes.map(boundsOf);
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

export const countOf = (count: number): string => countText(count, 'annotation');
