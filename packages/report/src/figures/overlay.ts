import type { EvidencePage, EvidenceShape } from '../evidence.js';
import { boxOf, type FigureRequest } from './plan.js';
import { northArrowAt, scaleBarOf, short } from './symbols.js';

/** Of the mark: magenta with a white halo, which no sheet has. */
export const MARK_COLOR = '#d4006a';
const STROKE = 6;
const HALO = 5;

/** Pixels, at a scale bar and an arrow drawn for a figure of 1,950 pixels. */
const FULL_WIDTH = 1950;

interface Frame {
  width: number;
  height: number;
  /** From a pixel of the page to one of the picture. */
  x: (x: number) => number;
  y: (y: number) => number;
  scale: number;
  /** Size of letters and symbols. */
  unit: number;
}

/** Around a mark: half a stroke, and the longest corner of a polygon (`stroke-miterlimit` 4). */
const MARGIN = (4 * (STROKE + HALO)) / 2 + 2;

/** SVG and its place in the crop, in pixels. */
export interface OverlayPart {
  svg: string;
  left: number;
  top: number;
}

interface Drawing {
  place: Rectangle;
  elements: string;
}

/**
 * Drawings over a crop: the mark, a scale bar and an arrow north where they are known. Letters are strokes, not
 * text. Small parts need half of the time of a picture over the whole crop.
 */
export function overlayOf(plan: FigureRequest, shape: EvidenceShape, page: EvidencePage): OverlayPart[] {
  const { region, scale, width, height } = plan;
  const frame: Frame = {
    ...{ width, height, scale, unit: Math.max(0.4, width / FULL_WIDTH) },
    x: (x) => (x - region.x) * scale,
    y: (y) => (y - region.y) * scale,
  };
  const drawings = [
    drawnMark(shape, frame),
    ...(page.feet_per_pixel === undefined ? [] : [scaleBar(page.feet_per_pixel, shape, frame)]),
    ...(page.north_degrees === undefined ? [] : [northArrow(page.north_degrees, shape, frame)]),
  ];
  return drawings.map((drawing) => partOf(drawing, frame));
}

/** In whole pixels within the crop, so that nothing is moved or resampled. */
function partOf({ place, elements }: Drawing, { width, height }: Frame): OverlayPart {
  const [left, top] = [Math.max(0, Math.floor(place.left)), Math.max(0, Math.floor(place.top))];
  const [right, bottom] = [Math.min(width, Math.ceil(place.right)), Math.min(height, Math.ceil(place.bottom))];
  const size = `${right - left} ${bottom - top}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${right - left}" height="${bottom - top}" viewBox="${left} ${top} ${size}">${elements}</svg>`;
  return { svg, left, top };
}

function drawnMark(shape: EvidenceShape, frame: Frame): Drawing {
  const box = boundsOf(shape, frame);
  const mark = markOf(shape, frame);
  return {
    place: {
      ...{ left: box.left - MARGIN, top: box.top - MARGIN },
      ...{ right: box.right + MARGIN, bottom: box.bottom + MARGIN },
    },
    elements: [
      `<g fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="${STROKE + HALO}">${mark}</g>`,
      `<g fill="none" stroke="${MARK_COLOR}" stroke-width="${STROKE}">${mark}</g>`,
    ].join(''),
  };
}

function markOf(shape: EvidenceShape, { x, y, scale }: Frame): string {
  if (shape.type === 'rectangle')
    return `<rect x="${short(x(shape.x))}" y="${short(y(shape.y))}" width="${short(shape.width * scale)}" height="${short(shape.height * scale)}"/>`;
  if (shape.type === 'polygon')
    return `<polygon points="${shape.points.map((point) => `${short(x(point.x))},${short(y(point.y))}`).join(' ')}"/>`;
  const [centerX, centerY] = [short(x(shape.center_x)), short(y(shape.center_y))];
  // four decimals of a degree are 0.01 pixels at the end of a radius of 6,000
  const degrees = Math.round(((shape.theta * 180) / Math.PI) * 1e4) / 1e4;
  return `<ellipse cx="${centerX}" cy="${centerY}" rx="${short(shape.radius_x * scale)}" ry="${short(shape.radius_y * scale)}" transform="rotate(${degrees} ${centerX} ${centerY})"/>`;
}

interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Of the mark in the crop, without its stroke. */
function boundsOf(shape: EvidenceShape, { x, y }: Frame): Rectangle {
  const box = boxOf(shape);
  return { left: x(box.x), top: y(box.y), right: x(box.x + box.width), bottom: y(box.y + box.height) };
}

/** The place that the mark covers least; of equal ones the first. */
function freePlace(places: readonly Rectangle[], shape: EvidenceShape, frame: Frame): Rectangle {
  const { left, top, right, bottom } = boundsOf(shape, frame);
  const covered = (place: Rectangle): number =>
    Math.max(0, Math.min(right, place.right) - Math.max(left, place.left)) *
    Math.max(0, Math.min(bottom, place.bottom) - Math.max(top, place.top));
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best));
}

function scaleBar(feetPerPixel: number, shape: EvidenceShape, frame: Frame): Drawing {
  const { width, height, scale, unit } = frame;
  const bar = scaleBarOf(feetPerPixel / scale, width * 0.28, unit);
  const gap = 24 * unit;
  const at = (left: number, top: number): Rectangle => ({
    left,
    top,
    right: left + bar.width,
    bottom: top + bar.height,
  });
  const place = freePlace(
    [at(gap, height - gap - bar.height), at(width - gap - bar.width, height - gap - bar.height), at(gap, gap)],
    ...[shape, frame],
  );
  const elements = [
    `<rect x="${short(place.left)}" y="${short(place.top)}" width="${short(bar.width)}" height="${short(bar.height)}" fill="#fff" fill-opacity=".88"/>`,
    bar.at(place.left, place.top),
  ].join('');
  return { place, elements };
}

function northArrow(degrees: number, shape: EvidenceShape, frame: Frame): Drawing {
  const { width, unit } = frame;
  const side = 120 * unit;
  const gap = 24 * unit;
  const at = (left: number): Rectangle => ({ left, top: gap, right: left + side, bottom: gap + side });
  const place = freePlace([at(width - gap - side), at(gap)], shape, frame);
  const [x, y] = [place.left + side / 2, place.top + side / 2];
  const elements = [
    `<circle cx="${short(x)}" cy="${short(y)}" r="${short(side / 2)}" fill="#fff" fill-opacity=".88"/>`,
    northArrowAt({ degrees, x, y, unit }),
  ].join('');
  return { place, elements };
}
