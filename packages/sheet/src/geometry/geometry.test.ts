import {
  markAt,
  areaOf,
  boundsOf,
  centreOf,
  circleFromDrag,
  contains,
  isLargeEnough,
  moved,
  offsetKeptOnSheet,
  rectangleFromDrag,
} from './geometry.js';
import { rounded } from './shapes.js';

const ellipse = { centerX: 100, centerY: 80, radiusX: 40, radiusY: 20, theta: 0 };
const rectangle = { x: 10, y: 20, width: 30, height: 40 };

describe('the geometry of annotations', () => {
  it('draws a circle around the press, with the dragged distance as its radius (ANN-01, ANN-03)', () => {
    const circle = circleFromDrag({ x: 50, y: 50 }, { x: 53, y: 54 });
    expect(circle).toEqual({ centerX: 50, centerY: 50, radiusX: 5, radiusY: 5, theta: 0 });
  });

  it('draws a rectangle in every direction of the pointer (OP-23)', () => {
    const drawn = rectangleFromDrag({ x: 40, y: 60 }, { x: 10, y: 20 });
    expect(drawn).toEqual(rectangle);
  });

  it('keeps a circle only if its dragged radius exceeds 5 image pixels (ANN-03, CONST-12)', () => {
    expect(isLargeEnough(circleFromDrag({ x: 0, y: 0 }, { x: 5, y: 0 }))).toBe(false);
    expect(isLargeEnough(circleFromDrag({ x: 0, y: 0 }, { x: 5.01, y: 0 }))).toBe(true);
  });

  it('discards a rectangle that is thinner than such a circle (CONST-12)', () => {
    expect(isLargeEnough({ x: 0, y: 0, width: 300, height: 10 })).toBe(false);
    expect(isLargeEnough({ x: 0, y: 0, width: 300, height: 11 })).toBe(true);
  });

  it('moves an ellipse by its centre and a rectangle by its corner (ANN-05)', () => {
    expect(moved(ellipse, { x: 5, y: -7 })).toEqual({ ...ellipse, centerX: 105, centerY: 73 });
    expect(moved(rectangle, { x: 5, y: -7 })).toEqual({ ...rectangle, x: 15, y: 13 });
  });

  it('keeps the centre on the sheet during a drag (ANN-05)', () => {
    const sheet = { width: 200, height: 100 };
    expect(offsetKeptOnSheet(ellipse, { x: 500, y: -500 }, sheet)).toEqual({ x: 100, y: -80 });
    expect(offsetKeptOnSheet(ellipse, { x: 3, y: 4 }, sheet)).toEqual({ x: 3, y: 4 });
  });

  it('hits an ellipse inside its outline only (ANN-04)', () => {
    expect(contains(ellipse, { x: 139, y: 80 })).toBe(true);
    expect(contains(ellipse, { x: 141, y: 80 })).toBe(false);
    // a corner of the bounding box is outside the ellipse
    expect(contains(ellipse, { x: 138, y: 98 })).toBe(false);
    expect(contains(ellipse, { x: 142, y: 80 }, 4)).toBe(true);
  });

  it('hits a rotated ellipse (DATA-12)', () => {
    const upright = { ...ellipse, theta: Math.PI / 2 };
    expect(contains(upright, { x: 100, y: 118 })).toBe(true);
    expect(contains(upright, { x: 138, y: 80 })).toBe(false);
    const bounds = boundsOf(upright);
    expect(bounds.width).toBeCloseTo(40);
    expect(bounds.height).toBeCloseTo(80);
  });

  it('hits a rectangle inside its sides (OP-23)', () => {
    expect(contains(rectangle, { x: 10, y: 60 })).toBe(true);
    expect(contains(rectangle, { x: 41, y: 30 })).toBe(false);
  });

  it('picks the smallest annotation under the pointer, unless the selected one is there (ANN-04)', () => {
    const yard = { key: 'yard', coordinates: { x: 0, y: 0, width: 500, height: 500 } };
    const tank = { key: 'tank', coordinates: ellipse };
    const press = { x: 100, y: 80 };
    expect(markAt([tank, yard], press, { selectedKey: null, tolerance: 0 })).toBe(tank);
    expect(markAt([tank, yard], press, { selectedKey: 'yard', tolerance: 0 })).toBe(yard);
    expect(markAt([tank, yard], { x: 700, y: 80 }, { selectedKey: 'yard', tolerance: 0 })).toBeNull();
  });

  it('picks the topmost annotation among equals (ANN-04)', () => {
    const below = { key: 'below', coordinates: ellipse };
    const above = { key: 'above', coordinates: ellipse };
    expect(markAt([below, above], { x: 100, y: 80 }, { selectedKey: null, tolerance: 0 })).toBe(above);
  });

  it('stores hundredths of an image pixel, and always a rotation (DATA-12)', () => {
    expect(rounded({ centerX: 1.23456, centerY: 2, radiusX: 3.999, radiusY: 4, theta: 0.5 })).toEqual({
      centerX: 1.23,
      centerY: 2,
      radiusX: 4,
      radiusY: 4,
      theta: 0.5,
    });
    expect(rounded({ x: 0.001, y: 1.005, width: 2.5, height: 3 })).toEqual({ x: 0, y: 1, width: 2.5, height: 3 });
  });
});

describe('polygons', () => {
  // a building around a yard
  const horseshoe = {
    points: [
      { x: 0, y: 0 },
      { x: 300, y: 0 },
      { x: 300, y: 200 },
      { x: 200, y: 200 },
      { x: 200, y: 100 },
      { x: 100, y: 100 },
      { x: 100, y: 200 },
      { x: 0, y: 200 },
    ],
  };

  it('have bounds, a centre and an area, and are moved as a whole', () => {
    expect(boundsOf(horseshoe)).toEqual({ x: 0, y: 0, width: 300, height: 200 });
    expect([centreOf(horseshoe), areaOf(horseshoe)]).toEqual([{ x: 150, y: 100 }, 50_000]);
    expect(moved(horseshoe, { x: 5, y: -5 })).toMatchObject({ points: { 0: { x: 5, y: -5 }, 7: { x: 5, y: 195 } } });
  });

  it('are hit inside and near their edges, and not in their yard', () => {
    const met = (x: number, y: number, tolerance = 0) => contains(horseshoe, { x, y }, tolerance);
    expect([met(50, 150), met(150, 150), met(150, 104, 5), met(-4, 100, 5), met(-6, 100, 5)]).toEqual([
      ...[true, false, true, true, false],
    ]);
  });
});
