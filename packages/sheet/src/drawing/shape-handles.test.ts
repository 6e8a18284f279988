import type { Ellipse } from '../geometry/shapes.js';
import { handleAt, handleCursor, placedHandles, reshaped, sizeText, slantDegrees } from './shape-handles.js';
import type { Handle } from './shape-handles.js';
import type { SheetTransform } from '../geometry/transform.js';

const ellipse: Ellipse = { centerX: 500, centerY: 400, radiusX: 100, radiusY: 50, theta: 0 };
const slanted: Ellipse = { ...ellipse, theta: Math.PI / 2 };
const rectangle = { x: 100, y: 200, width: 80, height: 40 };
const upright: SheetTransform = { scale: 1, x: 0, y: 0, rotation: 0 };

const place = (shape: typeof ellipse | typeof rectangle, handle: Handle, transform = upright) => {
  const { x, y } = placedHandles(shape, transform).find((placed) => placed.handle === handle)?.screen ?? {
    x: NaN,
    y: NaN,
  };
  return { x: Math.round(x), y: Math.round(y) };
};
const drag = (x: number, y: number, from = { x: 0, y: 0 }) => ({ from, to: { x: from.x + x, y: from.y + y } });

describe('the handles of an ellipse', () => {
  it('are at the ends of its axes, with the rotation handle beyond the upper one', () => {
    expect(place(ellipse, 'e')).toEqual({ x: 600, y: 400 });
    expect(place(ellipse, 'n')).toEqual({ x: 500, y: 350 });
    expect(place(ellipse, 'rotate')).toEqual({ x: 500, y: 322 });
  });

  it('turn with the ellipse and with the sheet', () => {
    expect(place(slanted, 'e')).toEqual({ x: 500, y: 500 });
    expect(place(ellipse, 'e', { scale: 1, x: 900, y: 0, rotation: 90 })).toEqual({ x: 500, y: 600 });
  });

  it('keep a distance from the centre of a small shape', () => {
    expect(place(ellipse, 'e', { ...upright, scale: 0.1 })).toEqual({ x: 68, y: 40 });
    expect(place(ellipse, 'n', { ...upright, scale: 0.1 })).toEqual({ x: 50, y: 22 });
  });

  it('move one end and keep the opposite one (ANN-01)', () => {
    expect(reshaped(ellipse, 'e', drag(30, 99))).toEqual({ ...ellipse, centerX: 515, radiusX: 115 });
    expect(reshaped(ellipse, 'w', drag(-30, 0))).toEqual({ ...ellipse, centerX: 485, radiusX: 115 });
    expect(reshaped(ellipse, 'n', drag(0, -10))).toEqual({ ...ellipse, centerY: 395, radiusY: 55 });
  });

  it('move both ends and keep the centre while Alt is held', () => {
    expect(reshaped(ellipse, 'e', drag(30, 99), { symmetric: true })).toEqual({ ...ellipse, radiusX: 130 });
    expect(reshaped(ellipse, 'w', drag(-30, 0), { symmetric: true })).toEqual({ ...ellipse, radiusX: 130 });
  });

  it('keep the opposite end of a rotated ellipse, at every slant', () => {
    for (const degrees of [0, 30, 90, 135, 200, 350]) {
      const theta = (degrees * Math.PI) / 180;
      const before = { ...ellipse, theta };
      const along = { x: Math.cos(theta), y: Math.sin(theta) };
      const after = reshaped(before, 'e', drag(40 * along.x, 40 * along.y)) as Ellipse;
      const west = (shape: Ellipse) => ({
        x: shape.centerX - shape.radiusX * along.x,
        y: shape.centerY - shape.radiusX * along.y,
      });
      expect(after.radiusX).toBeCloseTo(120);
      expect(after.radiusY).toBe(50);
      expect(west(after).x).toBeCloseTo(west(before).x);
      expect(west(after).y).toBeCloseTo(west(before).y);
    }
  });

  it('keep the proportion while Shift is held', () => {
    const even = { even: true };
    expect(reshaped(ellipse, 'e', drag(100, 0), even)).toEqual({ ...ellipse, centerX: 550, radiusX: 150, radiusY: 75 });
    const both = { even: true, symmetric: true };
    expect(reshaped(ellipse, 'e', drag(100, 0), both)).toEqual({ ...ellipse, radiusX: 200, radiusY: 100 });
  });

  it('make no radius of 5 image pixels or less, but leave one that is smaller (CONST-12)', () => {
    const least = reshaped(ellipse, 'e', drag(-500, 0)) as Ellipse;
    expect(least.radiusX).toBeGreaterThan(5);
    expect(least.radiusX).toBeLessThan(5.1);
    expect(least.centerX - least.radiusX).toBeCloseTo(400);
    const both = reshaped(ellipse, 'e', drag(-500, 0), { even: true }) as Ellipse;
    expect(both.radiusY).toBeGreaterThan(5);
    expect(both.radiusX / both.radiusY).toBeCloseTo(2);
    expect(reshaped({ ...ellipse, radiusX: 3 }, 'e', drag(-9, 0))).toMatchObject({ radiusX: 3 });
  });

  it('rotate it with the pointer, in steps of 15 degrees with Shift', () => {
    const quarter = { from: { x: 500, y: 300 }, to: { x: 600, y: 400 } };
    expect((reshaped(ellipse, 'rotate', quarter) as Ellipse).theta).toBeCloseTo(Math.PI / 2);
    const little = { from: { x: 500, y: 300 }, to: { x: 530, y: 300 } };
    expect((reshaped(ellipse, 'rotate', little, { even: true }) as Ellipse).theta).toBeCloseTo(Math.PI / 12);
  });

  it('give equivalent slants the same number', () => {
    expect([0, 90, -90, 180, 135, -45, 359].map((degrees) => slantDegrees((degrees * Math.PI) / 180))).toEqual([
      0, 90, 90, 0, -45, -45, -1,
    ]);
  });
});

describe('the handles of a rectangle', () => {
  it('are on its corners and edges, and none rotates it (OP-23)', () => {
    expect(place(rectangle, 'se')).toEqual({ x: 180, y: 240 });
    expect(place(rectangle, 'w')).toEqual({ x: 100, y: 220 });
    expect(placedHandles(rectangle, upright)).toHaveLength(8);
  });

  it('move a corner or an edge and keep the opposite one (OP-23)', () => {
    expect(reshaped(rectangle, 'se', drag(20, 10))).toEqual({ x: 100, y: 200, width: 100, height: 50 });
    expect(reshaped(rectangle, 'nw', drag(20, 10))).toEqual({ x: 120, y: 210, width: 60, height: 30 });
    expect(reshaped(rectangle, 'n', drag(99, -10))).toEqual({ x: 100, y: 190, width: 80, height: 50 });
  });

  it('keep the proportion while Shift is held; an edge grows to both sides', () => {
    expect(reshaped(rectangle, 'se', drag(80, 0), { even: true })).toEqual({ x: 100, y: 200, width: 160, height: 80 });
    expect(reshaped(rectangle, 'e', drag(80, 0), { even: true })).toEqual({ x: 100, y: 180, width: 160, height: 80 });
  });

  it('move both edges while Alt is held', () => {
    expect(reshaped(rectangle, 'e', drag(20, 0), { symmetric: true })).toEqual({ ...rectangle, x: 80, width: 120 });
  });

  it('never invert it', () => {
    const least = reshaped(rectangle, 'e', drag(-500, 0));
    if (!('width' in least)) throw new Error('no rectangle');
    expect([Math.round(least.x), least.y, least.height]).toEqual([100, 200, 40]);
    expect(least.width).toBeGreaterThan(10);
  });
});

describe('the handle under the pointer', () => {
  const handles = placedHandles(ellipse, upright);

  const middle = { x: 500, y: 400 };

  it('is the nearest handle within reach', () => {
    expect(handleAt(handles, { x: 603, y: 404 }, { tolerance: 9, middle })).toBe('e');
    expect(handleAt(handles, { x: 620, y: 400 }, { tolerance: 9, middle })).toBeNull();
    expect(handleAt(handles, { x: 620, y: 400 }, { tolerance: 22, middle })).toBe('e');
  });

  it('leaves the centre of a small shape free for dragging, also by touch', () => {
    const small = placedHandles({ ...ellipse, radiusX: 8, radiusY: 8 }, upright);
    const touch = { tolerance: 22, middle };
    expect(handleAt(small, { x: 506, y: 402 }, touch)).toBeNull();
    expect(handleAt(small, { x: 516, y: 400 }, touch)).toBe('e');
    expect(handleAt(small, { x: 536, y: 400 }, touch)).toBe('e');
  });

  it('has the cursor of its drag direction on screen', () => {
    const cursor = (handle: Handle) => {
      const placed = handles.find((candidate) => candidate.handle === handle);
      return placed && handleCursor(placed, middle);
    };
    expect([cursor('e'), cursor('n'), cursor('rotate')]).toEqual(['ew-resize', 'ns-resize', 'grab']);
  });
});

describe('the readout', () => {
  it('shows both diameters with the slant, or both sides', () => {
    expect(sizeText(ellipse)).toBe('200 × 100 px');
    expect(sizeText({ ...ellipse, theta: Math.PI / 6 })).toBe('200 × 100 px, 30°');
    expect(sizeText(rectangle)).toBe('80 × 40 px');
  });
});
