import type { Evidence, EvidenceAnnotation, EvidencePage, EvidenceShape } from '../evidence.js';
import type { Region } from '../manifest.js';

/** The part of a page that a figure shows: the picture to fetch, and its place in print. */
export interface FigureRequest {
  /** After the site plan's; figures of marks that no person reviewed follow the others. */
  number: number;
  annotation_id: string;
  page_id: string;
  region: Region;
  /** Of the picture to fetch, in pixels; its height follows. Equal to the region's width unless the region is large. */
  width: number;
  height: number;
  /** Pixels of the picture for a pixel of the page, at most 1: nothing is enlarged. */
  scale: number;
  width_in: number;
  height_in: number;
  reviewed: boolean;
}

/** Of a property with a boundary; without one the figures of marks begin with 1. */
export const SITE_PLAN_NUMBER = 1;

export interface Point {
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of print: a page of letter size with margins of an inch, and room for the caption. */
const PRINT = { dpi: 300, width_in: 6.5, height_in: 7, aspect: 13 / 9 };
/** Sides of the region, as multiples of the mark's; at least the smaller one. */
const AROUND = 3.2;
const LEAST_AROUND = 1.2;

/** Upright bounding box of a mark, in pixels of the page. */
export function boxOf(shape: EvidenceShape): Box {
  if (shape.type === 'rectangle') return { x: shape.x, y: shape.y, width: shape.width, height: shape.height };
  if (shape.type === 'ellipse') {
    const [cos, sin] = [Math.cos(shape.theta), Math.sin(shape.theta)];
    const halfWidth = Math.hypot(shape.radius_x * cos, shape.radius_y * sin);
    const halfHeight = Math.hypot(shape.radius_x * sin, shape.radius_y * cos);
    return {
      ...{ x: shape.center_x - halfWidth, y: shape.center_y - halfHeight },
      ...{ width: 2 * halfWidth, height: 2 * halfHeight },
    };
  }
  const xs = shape.points.map((point) => point.x);
  const ys = shape.points.map((point) => point.y);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * The figures of a version, in the order of their numbers: first those of marks that a person reviewed.
 * @throws if a figure names an annotation or page that the evidence lacks
 */
export function figuresOf(evidence: Evidence): FigureRequest[] {
  const annotations = new Map(evidence.annotations.map((one) => [one.id, one]));
  const pages = new Map(evidence.pages.map((one) => [one.id, one]));
  const marks = evidence.figures.map(({ annotation_id: id }) => {
    const annotation = annotations.get(id);
    const page = annotation && pages.get(annotation.page_id);
    if (!annotation || !page) throw new Error(`The evidence lacks the annotation or the page of the figure ${id}.`);
    return { annotation, page };
  });
  const ordered = [...marks.filter(isReviewed), ...marks.filter((mark) => !isReviewed(mark))];
  const first = evidence.boundary ? SITE_PLAN_NUMBER + 1 : 1;
  return ordered.map(({ annotation, page }, at) => planFigure(annotation, page, first + at));
}

const isReviewed = ({ annotation }: { annotation: EvidenceAnnotation }): boolean => annotation.reviewed;

function planFigure(annotation: EvidenceAnnotation, page: EvidencePage, number: number): FigureRequest {
  const box = boxOf(annotation.shape);
  const printed = PRINT.width_in * PRINT.dpi;
  const wanted = Math.max(printed, Math.ceil(box.width * AROUND), Math.ceil(box.height * AROUND * PRINT.aspect));
  const regionWidth = Math.min(wanted, page.width);
  const regionHeight = Math.min(
    Math.max(Math.round(regionWidth / PRINT.aspect), Math.ceil(box.height * LEAST_AROUND)),
    page.height,
  );
  const region = {
    x: clamp(Math.round(box.x + (box.width - regionWidth) / 2), page.width - regionWidth),
    y: clamp(Math.round(box.y + (box.height - regionHeight) / 2), page.height - regionHeight),
    ...{ width: regionWidth, height: regionHeight },
  };
  const widthInches = Math.min(PRINT.width_in, (PRINT.height_in * regionWidth) / regionHeight);
  const width = Math.min(regionWidth, Math.round(widthInches * PRINT.dpi));
  return {
    ...{ number, annotation_id: annotation.id, page_id: page.id, region },
    ...{ width, height: Math.max(1, Math.round((width * regionHeight) / regionWidth)), scale: width / regionWidth },
    ...{ width_in: widthInches, height_in: (widthInches * regionHeight) / regionWidth },
    reviewed: annotation.reviewed,
  };
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));
