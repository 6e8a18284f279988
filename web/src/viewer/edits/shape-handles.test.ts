import type { EllipseCoordinates } from '../../evidence/annotation-records.js';
import { handleAt, handleCursor, placedHandles, reshaped, sizeText, slantDegrees } from './shape-handles.js';
import type { Handle } from './shape-handles.js';
import type { SheetTransform } from '../sheet/transform.js';

const ellipse: EllipseCoordinates = { centerX: 500, centerY: 400, radiusX: 100, radiusY: 50, theta: 0 };
const slanted: EllipseCoordinates = { ...ellipse, theta: Math.PI / 2 };
const rectangle = { x: 100, y: 200, width: 80, height: 40 };
const upright: SheetTransform = { scale: 1, x: 0, y: 0, turn: 0 };

const place = (shape: typeof ellipse | typeof rectangle, handle: Handle, transform = upright) => {
  const { x, y } = placedHandles(shape, transform).find((placed) => placed.handle === handle)?.screen ?? {
    x: NaN,
    y: NaN,
  };
  return { x: Math.round(x), y: Math.round(y) };
};
const drag = (x: number, y: number, from = { x: 0, y: 0 }) => ({ from, to: { x: from.x + x, y: from.y + y } });

describe('the handles of an ellipse', () => {
  it('lie at the ends of its axes, and the one that turns it beyond the upper', () => {
    expect(place(ellipse, 'e')).toEqual({ x: 600, y: 400 });
    expect(place(ellipse, 'n')).toEqual({ x: 500, y: 350 });
    expect(place(ellipse, 'turn')).toEqual({ x: 500, y: 322 });
  });

  it('turn with the ellipse and with the sheet', () => {
    expect(place(slanted, 'e')).toEqual({ x: 500, y: 500 });
    expect(place(ellipse, 'e', { scale: 1, x: 900, y: 0, turn: 90 })).toEqual({ x: 500, y: 600 });
  });

  it('keep off the middle of a shape that is small on the screen', () => {
    expect(place(ellipse, 'e', { ...upright, scale: 0.1 })).toEqual({ x: 68, y: 40 });
    expect(place(ellipse, 'n', { ...upright, scale: 0.1 })).toEqual({ x: 50, y: 22 });
  });

  it('change one radius and keep the middle (ANN-01)', () => {
    expect(reshaped(ellipse, 'e', drag(30, 99), false)).toEqual({ ...ellipse, radiusX: 130 });
    expect(reshaped(ellipse, 'w', drag(-30, 0), false)).toEqual({ ...ellipse, radiusX: 130 });
    expect(reshaped(ellipse, 'n', drag(0, -10), false)).toEqual({ ...ellipse, radiusY: 60 });
  });

  it('follow the axes of a turned ellipse', () => {
    const wider = reshaped(slanted, 'e', drag(0, 30), false) as EllipseCoordinates;
    expect(wider.radiusX).toBeCloseTo(130);
    expect(wider.radiusY).toBe(50);
  });

  it('keep the proportion while Shift is held', () => {
    expect(reshaped(ellipse, 'e', drag(100, 0), true)).toEqual({ ...ellipse, radiusX: 200, radiusY: 100 });
  });

  it('make no radius of 5 image pixels or less, but leave one that is smaller (CONST-12)', () => {
    const least = reshaped(ellipse, 'e', drag(-500, 0), false) as EllipseCoordinates;
    expect(least.radiusX).toBeGreaterThan(5);
    expect(least.radiusX).toBeLessThan(5.1);
    const both = reshaped(ellipse, 'e', drag(-500, 0), true) as EllipseCoordinates;
    expect(both.radiusY).toBeGreaterThan(5);
    expect(both.radiusX / both.radiusY).toBeCloseTo(2);
    expect(reshaped({ ...ellipse, radiusX: 3 }, 'e', drag(-9, 0), false)).toMatchObject({ radiusX: 3 });
  });

  it('turn it by as much as the pointer goes round, in steps of 15 degrees with Shift', () => {
    const quarter = { from: { x: 500, y: 300 }, to: { x: 600, y: 400 } };
    expect((reshaped(ellipse, 'turn', quarter, false) as EllipseCoordinates).theta).toBeCloseTo(Math.PI / 2);
    const little = { from: { x: 500, y: 300 }, to: { x: 530, y: 300 } };
    expect((reshaped(ellipse, 'turn', little, true) as EllipseCoordinates).theta).toBeCloseTo(Math.PI / 12);
  });

  it('tell a slant that looks the same by the same number', () => {
    expect([0, 90, -90, 180, 135, -45, 359].map((degrees) => slantDegrees((degrees * Math.PI) / 180))).toEqual([
      0, 90, 90, 0, -45, -45, -1,
    ]);
  });
});

describe('the handles of a rectangle', () => {
  it('lie on its corners and edges, and none turns it (OP-23)', () => {
    expect(place(rectangle, 'se')).toEqual({ x: 180, y: 240 });
    expect(place(rectangle, 'w')).toEqual({ x: 100, y: 220 });
    expect(placedHandles(rectangle, upright)).toHaveLength(8);
  });

  it('move a corner or an edge and keep the opposite one (OP-23)', () => {
    expect(reshaped(rectangle, 'se', drag(20, 10), false)).toEqual({ x: 100, y: 200, width: 100, height: 50 });
    expect(reshaped(rectangle, 'nw', drag(20, 10), false)).toEqual({ x: 120, y: 210, width: 60, height: 30 });
    expect(reshaped(rectangle, 'n', drag(99, -10), false)).toEqual({ x: 100, y: 190, width: 80, height: 50 });
  });

  it('keep the proportion while Shift is held; an edge grows to both sides', () => {
    expect(reshaped(rectangle, 'se', drag(80, 0), true)).toEqual({ x: 100, y: 200, width: 160, height: 80 });
    expect(reshaped(rectangle, 'e', drag(80, 0), true)).toEqual({ x: 100, y: 180, width: 160, height: 80 });
  });

  it('never turn it inside out', () => {
    const least = reshaped(rectangle, 'e', drag(-500, 0), false);
    expect(least).toMatchObject({ x: 100, y: 200, height: 40 });
    expect('width' in least && least.width).toBeGreaterThan(10);
  });
});

describe('what lies under the pointer', () => {
  const handles = placedHandles(ellipse, upright);

  const middle = { x: 500, y: 400 };

  it('is the nearest handle within reach', () => {
    expect(handleAt(handles, { x: 603, y: 404 }, { tolerance: 9, middle })).toBe('e');
    expect(handleAt(handles, { x: 620, y: 400 }, { tolerance: 9, middle })).toBeNull();
    expect(handleAt(handles, { x: 620, y: 400 }, { tolerance: 22, middle })).toBe('e');
  });

  it('leaves the middle of a small shape to be dragged, by a finger too', () => {
    const small = placedHandles({ ...ellipse, radiusX: 8, radiusY: 8 }, upright);
    const touch = { tolerance: 22, middle };
    expect(handleAt(small, { x: 506, y: 402 }, touch)).toBeNull();
    expect(handleAt(small, { x: 516, y: 400 }, touch)).toBe('e');
    expect(handleAt(small, { x: 536, y: 400 }, touch)).toBe('e');
  });

  it('has the cursor of the way it goes on the screen', () => {
    const cursor = (handle: Handle) => {
      const placed = handles.find((candidate) => candidate.handle === handle);
      return placed && handleCursor(placed, middle);
    };
    expect([cursor('e'), cursor('n'), cursor('turn')]).toEqual(['ew-resize', 'ns-resize', 'grab']);
  });
});

describe('the readout', () => {
  it('tells both diameters with the slant, or both sides', () => {
    expect(sizeText(ellipse)).toBe('200 × 100 px');
    expect(sizeText({ ...ellipse, theta: Math.PI / 6 })).toBe('200 × 100 px, 30°');
    expect(sizeText(rectangle)).toBe('80 × 40 px');
  });
});
