import { sameShape, shapeProblems, type Shape } from './shapes.js';

const page = { width: 6400, height: 7600 };
const ellipse = (over: object = {}): Shape => ({
  kind: 'ellipse',
  centerX: 3200,
  centerY: 3800,
  radiusX: 120,
  radiusY: 80,
  theta: 0,
  ...over,
});
const rectangle = (over: object = {}): Shape => ({ kind: 'rectangle', x: 10, y: 20, width: 300, height: 200, ...over });

describe('An annotation on a page (DATA-12)', () => {
  it.each([
    ['an ellipse in the middle', ellipse()],
    ['a turned ellipse', ellipse({ theta: -1.2 })],
    ['a rectangle', rectangle()],
    ['an ellipse that reaches over the edge', ellipse({ centerX: 0, centerY: 7600, radiusX: 500 })],
    ['a rectangle that reaches over the edge', rectangle({ x: -100, y: -50 })],
    [
      'an ellipse drawn from one corner to the other',
      ellipse({ centerX: 0, centerY: 0, radiusX: 9935, radiusY: 9935 }),
    ],
  ])('may be %s', (_, shape) => {
    expect(shapeProblems(shape, page)).toEqual({});
  });

  it.each([
    ['centerX', NaN, 'centerX must be a number'],
    ['theta', Infinity, 'theta must be a number'],
    ['radiusX', -Infinity, 'radiusX must be a number'],
    ['radiusX', 0, 'radiusX must be greater than 0'],
    ['radiusY', -3, 'radiusY must be greater than 0'],
    ['radiusX', 9936, 'radiusX is larger than the page'],
    ['centerX', -1, 'The center must lie on the page'],
    ['centerX', 6401, 'The center must lie on the page'],
    ['centerY', 7601, 'The center must lie on the page'],
  ])('is refused as an ellipse with %s %d', (name, value, sentence) => {
    expect(shapeProblems(ellipse({ [name]: value }), page)).toEqual({ [`coordinates.${name}`]: sentence });
  });

  it.each([
    ['x', NaN, 'x must be a number'],
    ['width', 0, 'width must be greater than 0'],
    ['height', -1, 'height must be greater than 0'],
    ['x', 6300, 'The center must lie on the page'],
    ['y', -101, 'The center must lie on the page'],
  ])('is refused as a rectangle with %s %d', (name, value, sentence) => {
    expect(shapeProblems(rectangle({ [name]: value }), page)).toEqual({ [`coordinates.${name}`]: sentence });
  });

  const polygon = (...points: [number, number][]): Shape => ({
    kind: 'polygon',
    points: points.map(([x, y]) => ({ x, y })),
  });
  const yard = polygon([100, 100], [900, 100], [900, 700], [500, 400]);

  it('may be a polygon, also one that reaches over the edge', () => {
    expect(shapeProblems(yard, page)).toEqual({});
    expect(shapeProblems(polygon([-100, -50], [300, 10], [120, 400]), page)).toEqual({});
  });

  it.each([
    ['two points', polygon([0, 0], [10, 10]), 'A polygon must have at least 3 points'],
    ['edges that cross', polygon([0, 0], [100, 100], [100, 0], [0, 300]), 'The edges of a polygon must not cross'],
    ['its middle beside the page', polygon([-300, 0], [-100, 0], [-100, 100]), 'The center must lie on the page'],
    ['no room on any page', polygon([-90000, 0], [90000, 0], [0, 100]), 'It is larger than the page'],
  ])('is refused as a polygon with %s', (_, shape, sentence) => {
    expect(shapeProblems(shape, page)).toEqual({ 'coordinates.points': sentence });
  });

  it('is the same polygon only with the same points', () => {
    expect(sameShape(yard, polygon([100, 100], [900, 100], [900, 700], [500, 400]))).toBe(true);
    expect(sameShape(yard, polygon([100, 100], [900, 100], [900, 700]))).toBe(false);
    expect(sameShape(yard, polygon([100, 100], [900, 100], [900, 701], [500, 400]))).toBe(false);
    expect(sameShape(yard, ellipse())).toBe(false);
  });

  it('has everything named that is wrong with it at once', () => {
    expect(shapeProblems(ellipse({ centerX: NaN, radiusX: 0, radiusY: NaN, centerY: -1 }), page)).toEqual({
      'coordinates.centerX': 'centerX must be a number',
      'coordinates.centerY': 'The center must lie on the page',
      'coordinates.radiusX': 'radiusX must be greater than 0',
      'coordinates.radiusY': 'radiusY must be a number',
    });
  });

  it('is the same as another only in kind and every number', () => {
    expect(sameShape(ellipse(), ellipse())).toBe(true);
    expect(sameShape(ellipse(), ellipse({ theta: 0.1 }))).toBe(false);
    expect(sameShape(ellipse(), rectangle())).toBe(false);
  });
});
