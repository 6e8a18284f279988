import { boxesOf } from './components.js';
import { ProbabilityMap } from './probability-map.js';
import { steepness } from '../turned-box.js';

/** Probability map of strokes: centre, length, thickness and degrees clockwise. */
function mapOf(...strokes: readonly (readonly [x: number, y: number, long: number, thick: number, degrees: number])[]) {
  const map = new ProbabilityMap(400, 300);
  for (const [x, y, long, thick, degrees] of strokes) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    for (let row = 0; row < map.height; row++)
      for (let column = 0; column < map.width; column++) {
        const [u, v] = [(column - x) * cos + (row - y) * sin, (row - y) * cos - (column - x) * sin];
        if (Math.abs(u) <= long / 2 && Math.abs(v) <= thick / 2) map.data[row * map.width + column] = 220;
      }
  }
  return map;
}

describe('connected lettering', () => {
  it.each([0, 15, 40, 75, 90, -30, -80])('rotated by %d degrees is one box of that direction, grown', (degrees) => {
    const [box, ...others] = boxesOf(mapOf([200, 150, 120, 10, degrees]));
    expect(others).toEqual([]);
    expect(Math.abs((box?.x ?? 0) - 200)).toBeLessThan(2);
    expect(Math.abs((box?.y ?? 0) - 150)).toBeLessThan(2);
    expect(Math.abs(steepness(box ?? { angle: 0 }) - Math.abs(degrees))).toBeLessThan(2);
    // area over circumference, 120 x 10 over 260, times 1.6 at each end
    expect(Math.abs((box?.long ?? 0) - 135)).toBeLessThan(4);
    expect(Math.abs((box?.short ?? 0) - 25)).toBeLessThan(4);
  });

  it('is separated, the largest first; components touching at a corner are one', () => {
    const map = mapOf([80, 50, 60, 8, 0], [80, 90, 90, 8, 0]);
    expect(boxesOf(map).map(({ y }) => Math.round(y))).toEqual([90, 50]);
    const corners = new ProbabilityMap(60, 30);
    for (let step = 0; step < 40; step++)
      corners.data.fill(200, (5 + (step >> 1)) * 60 + 5 + step, (5 + (step >> 1)) * 60 + 9 + step);
    expect(boxesOf(corners)).toHaveLength(1);
  });

  it('excludes small or faint ink', () => {
    expect(boxesOf(mapOf([50, 50, 3, 3, 0]))).toEqual([]);
    const faint = mapOf([50, 50, 60, 10, 0]);
    faint.data.set(faint.data.map((value) => (value > 0 ? 100 : 0)));
    expect(boxesOf(faint)).toEqual([]);
  });

  it('of a page of specks is bounded', () => {
    const map = new ProbabilityMap(2_000, 1_400);
    for (let row = 2; row < map.height - 8; row += 9)
      for (let column = 2; column < map.width - 8; column += 9)
        for (let down = 0; down < 5; down++)
          map.data.fill(255, (row + down) * map.width + column, (row + down) * map.width + column + 5);
    expect(boxesOf(map)).toHaveLength(8_000);
  });
});
