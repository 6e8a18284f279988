import { boundsOfPoints, polygonFault, type Corner } from '@symbio/proto/annotation/outlines';

/** Lengths in pixels of the page's full-resolution picture, x to the right, y down. */
export type Shape = EllipseShape | RectangleShape | PolygonShape;

export interface EllipseShape {
  kind: 'ellipse';
  centerX: number;
  centerY: number;
  radiusX: number;
  radiusY: number;
  /** Radians, clockwise. */
  theta: number;
}

export interface RectangleShape {
  kind: 'rectangle';
  /** Upper left corner. */
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Last corner connects to the first. */
export interface PolygonShape {
  kind: 'polygon';
  points: Corner[];
}

/** Pixels of the full-resolution picture. */
export interface PageSize {
  width: number;
  height: number;
}

/** Fields that must be positive. */
const EXTENTS: Readonly<Record<Shape['kind'], readonly string[]>> = {
  ellipse: ['radiusX', 'radiusY'],
  rectangle: ['width', 'height'],
  polygon: [],
};

/** Numeric fields by name (DATA-12). */
function numbersOf(shape: Shape): [name: string, value: number][] {
  return Object.entries(shape).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

/**
 * Error sentences by field (`coordinates.<name>`). A shape may cross the page's edge, but its centre must be on the
 * page, and its size is limited to what covers the page.
 */
export function shapeProblems(shape: Shape, page: PageSize): Record<string, string> {
  if (shape.kind === 'polygon') return polygonProblems(shape, page);
  const problems: Record<string, string> = {};
  const say = (name: string, sentence: string): void => {
    problems[`coordinates.${name}`] ??= sentence;
  };
  // an ellipse of this radius covers the page from any of its points
  const reach = Math.hypot(page.width, page.height);
  const largest = shape.kind === 'ellipse' ? reach : 2 * reach;
  for (const [name, value] of numbersOf(shape)) {
    if (!Number.isFinite(value)) say(name, `${name} must be a number`);
    else if (!EXTENTS[shape.kind].includes(name)) continue;
    else if (value <= 0) say(name, `${name} must be greater than 0`);
    else if (value > largest) say(name, `${name} is larger than the page`);
  }
  const center = centerOf(shape);
  const [across, down] = shape.kind === 'ellipse' ? (['centerX', 'centerY'] as const) : (['x', 'y'] as const);
  if (center.x < 0 || center.x > page.width) say(across, 'The center must lie on the page');
  if (center.y < 0 || center.y > page.height) say(down, 'The center must lie on the page');
  return problems;
}

export const pictureProblems = (size: PageSize | undefined): Record<string, string> =>
  size && !(size.width > 0 && size.height > 0)
    ? { picture_size: 'picture_size must have a width and a height greater than 0' }
    : {};

/** The centre of the bounds must be on the page, and their size is limited to what covers it. */
function polygonProblems({ points }: PolygonShape, page: PageSize): Record<string, string> {
  const refused = (sentence: string) => ({ 'coordinates.points': sentence });
  const fault = polygonFault(points);
  if (fault) return refused(fault);
  const { x, y, width, height } = boundsOfPoints(points);
  if (Math.max(width, height) > 2 * Math.hypot(page.width, page.height)) return refused('It is larger than the page');
  const middle = { x: x + width / 2, y: y + height / 2 };
  const isOn = middle.x >= 0 && middle.x <= page.width && middle.y >= 0 && middle.y <= page.height;
  return isOn ? {} : refused('The center must lie on the page');
}

function centerOf(shape: EllipseShape | RectangleShape): { x: number; y: number } {
  return shape.kind === 'ellipse'
    ? { x: shape.centerX, y: shape.centerY }
    : { x: shape.x + shape.width / 2, y: shape.y + shape.height / 2 };
}

export function sameShape(a: Shape, b: Shape): boolean {
  if (a.kind === 'polygon' || b.kind === 'polygon') return a.kind === b.kind && samePoints(a, b);
  const other = new Map(numbersOf(b));
  return a.kind === b.kind && numbersOf(a).every(([name, value]) => other.get(name) === value);
}

const samePoints = (a: Shape, b: Shape): boolean =>
  a.kind === 'polygon' &&
  b.kind === 'polygon' &&
  a.points.length === b.points.length &&
  a.points.every(({ x, y }, at) => x === b.points[at]?.x && y === b.points[at].y);
