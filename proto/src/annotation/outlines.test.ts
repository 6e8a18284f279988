import { MAX_POLYGON_POINTS } from '../limits.js';
import { boundsOfPoints, distanceToEdge, isInPolygon, polygonArea, polygonFault, outlinePoints } from './outlines.js';

const at = (...points: [number, number][]) => points.map(([x, y]) => ({ x, y }));
const square = at([0, 0], [10, 0], [10, 10], [0, 10]);
const horseshoe = at([0, 0], [30, 0], [30, 20], [20, 20], [20, 10], [10, 10], [10, 20], [0, 20]);
const ring = (count: number) =>
  at(
    ...Array.from({ length: count }, (_, n): [number, number] => [
      1000 + 500 * Math.cos((2 * Math.PI * n) / count),
      1000 + 500 * Math.sin((2 * Math.PI * n) / count),
    ]),
  );

describe('a polygon on a page (DATA-12)', () => {
  it.each([
    ['a triangle', at([0, 0], [10, 0], [0, 10])],
    ['a square, whichever way round', [...square].reverse()],
    ['a building around a yard', horseshoe],
    ['corners in a row', at([0, 0], [5, 0], [10, 0], [10, 10])],
    ['as many corners as there may be', ring(MAX_POLYGON_POINTS)],
  ])('may be %s', (_, points) => {
    expect(polygonFault(points)).toBeUndefined();
  });

  it.each([
    ['two points', at([0, 0], [10, 0]), 'A polygon must have at least 3 points'],
    ['too many points', ring(MAX_POLYGON_POINTS + 1), `A polygon must have at most ${MAX_POLYGON_POINTS} points`],
    ['what is no number', at([0, 0], [NaN, 0], [0, 10]), 'The points of a polygon must be numbers'],
    ['what has no end', at([0, 0], [Infinity, 0], [0, 10]), 'The points of a polygon must be numbers'],
    [
      'a point twice',
      at([0, 0], [10, 0], [10, 0], [0, 10]),
      'Two points of a polygon that follow each other must not lie at the same place',
    ],
    ['a line', at([0, 0], [10, 0], [20, 0]), 'A polygon must have an area'],
    ['a bow', at([0, 0], [10, 10], [10, 0], [0, 30]), 'The edges of a polygon must not cross'],
    ['a corner on an edge', at([0, 0], [10, 0], [10, 10], [5, 0], [0, 10]), 'The edges of a polygon must not cross'],
    ['an edge that goes back', at([0, 0], [20, 0], [10, 0], [10, 10]), 'The edges of a polygon must not cross'],
  ])('is refused with %s', (_, points, sentence) => {
    expect(polygonFault(points)).toBe(sentence);
  });

  it('has an area, bounds and an inside', () => {
    expect([polygonArea(square), polygonArea(horseshoe), polygonArea(at([0, 0]))]).toEqual([100, 500, 0]);
    expect(boundsOfPoints(horseshoe)).toEqual({ x: 0, y: 0, width: 30, height: 20 });
    expect([isInPolygon(horseshoe, { x: 5, y: 15 }), isInPolygon(horseshoe, { x: 15, y: 15 })]).toEqual([true, false]);
    expect(distanceToEdge({ x: 5, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(4);
    expect(distanceToEdge({ x: -3, y: 4 }, { x: 0, y: 0 }, { x: 10, y: 0 })).toBe(5);
  });
});

describe('the corners of an outline', () => {
  it('are those of a rectangle or a polygon, and points of a turned ellipse', () => {
    expect(outlinePoints({ $case: 'rectangle', value: { x: 1, y: 2, width: 3, height: 4 } })).toEqual([
      { x: 1, y: 2 },
      { x: 4, y: 2 },
      { x: 4, y: 6 },
      { x: 1, y: 6 },
    ]);
    const points = [
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 0, y: 5 },
    ];
    expect(outlinePoints({ $case: 'polygon', value: { points } })).toEqual(points);
    const [first, ...others] = outlinePoints({
      $case: 'ellipse',
      value: { centerX: 10, centerY: 20, radiusX: 4, radiusY: 2, theta: Math.PI / 2 },
    });
    expect(first?.x).toBeCloseTo(10);
    expect(first?.y).toBeCloseTo(24);
    expect(others).toHaveLength(63);
    expect(outlinePoints(undefined)).toEqual([]);
  });
});
