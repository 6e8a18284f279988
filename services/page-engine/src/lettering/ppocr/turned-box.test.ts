import { grown, halfExtent, holdsMiddle, hullOf, normalAngle, offsetFrom, smallestBox } from './turned-box.js';

const degrees = (angle: number): number => Math.round((angle * 180) / Math.PI);

describe('a rotated box', () => {
  it('has a direction of more than -90 degrees and at most 90', () => {
    const turns = [0, 90, -90, 91, 180, -180, 270, 450].map((turn) => degrees(normalAngle((turn * Math.PI) / 180)));
    expect(turns.map((turn) => turn + 0)).toEqual([0, 90, 90, -89, 0, 0, 90, 90]);
  });

  it('is the smallest around its points', () => {
    const [cos, sin] = [Math.cos(0.5), Math.sin(0.5)];
    const corners = [
      [-40, -5],
      [40, -5],
      [40, 5],
      [-40, 5],
      [0, 0],
      [10, 2],
    ] as const;
    const points = corners.map(([u, v]) => [100 + u * cos - v * sin, 60 + u * sin + v * cos] as const);
    const hull = hullOf(points);
    expect(hull).toHaveLength(4);
    const box = smallestBox(hull);
    expect([box.x, box.y, box.long, box.short].map(Math.round)).toEqual([100, 60, 80, 10]);
    expect(box.angle).toBeCloseTo(0.5);
  });

  it('grows by area over circumference', () => {
    expect(grown({ x: 0, y: 0, long: 30, short: 10, angle: 0 }, 1.6)).toEqual({
      x: 0,
      y: 0,
      long: 42,
      short: 22,
      angle: 0,
    });
  });

  it('measures distances along and aside of it', () => {
    const upwards = { x: 10, y: 100, long: 60, short: 20, angle: -Math.PI / 2 };
    expect(offsetFrom(upwards, 16, 80).map(Math.round)).toEqual([20, 6]);
    expect(holdsMiddle(upwards, { x: 15, y: 75 })).toBe(true);
    expect(holdsMiddle(upwards, { x: 35, y: 100 })).toBe(false);
    expect(halfExtent(60, 20, -Math.PI / 2).map(Math.round)).toEqual([10, 30]);
  });
});
