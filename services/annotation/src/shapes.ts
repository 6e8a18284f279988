import { boundsOfPoints, polygonFault, type Corner } from '@symbio/proto/annotation/outlines';

/** An annotation's outline. All lengths are pixels of the page's full-resolution picture, x to the right, y down. */
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

/** The last corner is joined to the first. */
export interface PolygonShape {
  kind: 'polygon';
  points: Corner[];
}

/** Pixels of a page's full-resolution picture. */
export interface PageSize {
  width: number;
  height: number;
}

/** The numbers of a shape that are extents: above 0. */
const EXTENTS: Readonly<Record<Shape['kind'], readonly string[]>> = {
  ellipse: ['radiusX', 'radiusY'],
  rectangle: ['width', 'height'],
  polygon: [],
};

/** A shape's numbers by name (DATA-12). */
function numbersOf(shape: Shape): [name: string, value: number][] {
  return Object.entries(shape).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
}

/**
 * What is wrong with a shape on a page: field (`coordinates.<name>`) to sentence, empty when nothing is.
 * An annotation may reach over the edge of the sheet, but its centre lies on it, and it is no bigger than would cover it all.
 */
export function shapeProblems(shape: Shape, page: PageSize): Record<string, string> {
  if (shape.kind === 'polygon') return polygonProblems(shape, page);
  const problems: Record<string, string> = {};
  const say = (name: string, sentence: string): void => {
    problems[`coordinates.${name}`] ??= sentence;
  };
  // from any point of the page, an ellipse of this radius reaches the farthest corner
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
  if (center.x < 0 || center.x > page.width) say(across, 'The centre must lie on the page');
  if (center.y < 0 || center.y > page.height) say(down, 'The centre must lie on the page');
  return problems;
}

/** As of other shapes, the middle of its bounds lies on the page, and they are no bigger than would cover it all. */
function polygonProblems({ points }: PolygonShape, page: PageSize): Record<string, string> {
  const refused = (sentence: string) => ({ 'coordinates.points': sentence });
  const fault = polygonFault(points);
  if (fault) return refused(fault);
  const { x, y, width, height } = boundsOfPoints(points);
  if (Math.max(width, height) > 2 * Math.hypot(page.width, page.height)) return refused('It is larger than the page');
  const middle = { x: x + width / 2, y: y + height / 2 };
  const isOn = middle.x >= 0 && middle.x <= page.width && middle.y >= 0 && middle.y <= page.height;
  return isOn ? {} : refused('The centre must lie on the page');
}

function centerOf(shape: EllipseShape | RectangleShape): { x: number; y: number } {
  return shape.kind === 'ellipse'
    ? { x: shape.centerX, y: shape.centerY }
    : { x: shape.x + shape.width / 2, y: shape.y + shape.height / 2 };
}

/** Whether two shapes are the same outline. */
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
