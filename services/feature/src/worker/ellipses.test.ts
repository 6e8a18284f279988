import type { LetteringPlace } from '../spotting/outline.js';
import { boxOf, ellipseFor, type Ellipse } from './ellipses.js';

const PAGE = { width: 1000, height: 2000 };
const LETTERING: LetteringPlace = { x: 200, y: 110, length: 200, height: 20, angle: 0 };

const near = (value: number, digits?: number): number => expect.closeTo(value, digits) as number;

function holds({ centerX, centerY, radiusX, radiusY, theta }: Ellipse, x: number, y: number): boolean {
  const [dx, dy] = [x - centerX, y - centerY];
  const u = dx * Math.cos(theta) + dy * Math.sin(theta);
  const v = dy * Math.cos(theta) - dx * Math.sin(theta);
  return Math.hypot(u / radiusX, v / radiusY) <= 1;
}

describe('the ellipse that is proposed (ANN-09)', () => {
  it('goes around the outline', () => {
    const outline = { centerX: 300, centerY: 400, radiusX: 90, radiusY: 60, theta: 0.4, isRound: false };
    expect(ellipseFor(LETTERING, outline, PAGE)).toEqual({
      ...{ centerX: 300, centerY: 400, radiusX: 90, radiusY: 60, theta: 0.4 },
    });
  });

  it.each([0, 0.5, -Math.PI / 2])('surrounds the words if there is no outline, rotated by %s', (angle) => {
    const ellipse = ellipseFor({ ...LETTERING, x: 400, y: 500, angle }, undefined, PAGE);
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const [u, v] of [
      [-100, -10],
      [100, -10],
      [100, 10],
      [-100, 10],
    ] as const)
      expect(holds(ellipse, 400 + u * c - v * s, 500 + u * s + v * c)).toBe(true);
    expect(ellipse.theta).toBe(angle);
  });

  it('stays on the page and has a size, wherever the words are and however large the outline', () => {
    for (const [x, y, radius, theta] of [
      [0, 0, 80, 0],
      [1000, 2000, 300, 0.7],
      [500, 1000, 4000, 1.2],
      [990, 20, 1, 0],
    ] as const) {
      const outline = { centerX: x, centerY: y, radiusX: radius, radiusY: radius / 2, theta, isRound: false };
      const ellipse = ellipseFor(LETTERING, outline, PAGE);
      const box = boxOf(ellipse);
      // in the very corner it has the minimum size
      expect(box.x).toBeGreaterThanOrEqual(-0.5);
      expect(box.y).toBeGreaterThanOrEqual(-0.5);
      expect(box.x + box.width).toBeLessThanOrEqual(1000.5);
      expect(box.y + box.height).toBeLessThanOrEqual(2000.5);
      expect(Math.min(ellipse.radiusX, ellipse.radiusY)).toBeGreaterThan(0);
    }
  });

  it('has the upright box that it fits into', () => {
    expect(boxOf({ centerX: 50, centerY: 60, radiusX: 30, radiusY: 10, theta: Math.PI / 2 })).toEqual({
      x: near(40),
      y: near(30),
      width: near(20),
      height: near(60),
    });
  });
});
