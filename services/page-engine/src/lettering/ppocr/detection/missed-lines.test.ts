import type { Raster } from '../../ink.js';
import { steepness } from '../turned-box.js';
import { missedLines } from './missed-lines.js';

const SIDE = 300;
/** Letters without a font, 6 by 8 pixels: strokes of an H. */
const LETTER = ['x....x', 'x....x', 'x....x', 'xxxxxx', 'x....x', 'x....x', 'x....x', 'x....x'];

/** Picture with lines of letters: first letter, count, and degrees clockwise. */
function picture(...lines: readonly (readonly [x: number, y: number, count: number, degrees: number])[]): Raster {
  const data = new Uint8Array(SIDE * SIDE).fill(220);
  for (const [left, top, count, degrees] of lines) {
    const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    // twice as fine, so that rotated strokes have no holes
    for (let v = 0; v < LETTER.length; v += 0.5)
      for (let u = 0; u < count * 9; u += 0.5)
        if (LETTER[Math.floor(v)]?.[Math.floor(u % 9)] === 'x')
          data[Math.round(top + u * sin + v * cos) * SIDE + Math.round(left + u * cos - v * sin)] = 60;
  }
  return { data, width: SIDE, height: SIDE };
}
const boxesOf = (raster: Raster, isRead = ([x]: readonly [number, number]): boolean => x < 0) =>
  missedLines(raster, isRead).map((box) => ({
    ...{ x: Math.round(box.x), y: Math.round(box.y), steepness: Math.round(steepness(box)) },
    ...{ long: Math.round(box.long), short: Math.round(box.short) },
  }));

describe('lines of letters that the detector missed', () => {
  it.each([0, 20, 45, 90, -60])('have a box in their direction: %d degrees', (degrees) => {
    const [box, ...others] = boxesOf(picture([150, 150, 6, degrees]));
    expect(others).toEqual([]);
    expect(Math.abs((box?.steepness ?? 0) - Math.abs(degrees))).toBeLessThanOrEqual(5);
    expect(Math.abs((box?.long ?? 0) - 55)).toBeLessThan(6);
    expect(Math.abs((box?.short ?? 0) - 13)).toBeLessThan(5);
  });

  it('are separate if they are above each other, or far apart', () => {
    const lines = boxesOf(picture([40, 50, 6, 0], [45, 61, 5, 0], [200, 50, 5, 0]));
    expect(lines.map(({ x, y }) => [x, y])).toEqual([
      [66, 54],
      [66, 65],
      [221, 54],
    ]);
  });

  it('have no letters of words, and more than two letters', () => {
    const raster = picture([40, 50, 6, 0], [200, 50, 5, 0], [100, 200, 2, 0]);
    expect(boxesOf(raster, ([x]) => x < 150).map(({ x }) => x)).toEqual([221]);
  });

  it('are neither walls nor noise', () => {
    const raster = picture([40, 50, 6, 0]);
    for (let x = 20; x < 250; x++) raster.data.fill(60, 57 * SIDE + x, 57 * SIDE + x + 1);
    expect(boxesOf(raster)).toEqual([]);
    const noise = new Uint8Array(1_000 * 1_000).fill(220);
    for (let y = 2; y < 990; y += 6)
      for (let x = 2; x < 990; x += 6)
        for (let row = 0; row < 4; row++) noise.fill(60, (y + row) * 1_000 + x, (y + row) * 1_000 + x + 4);
    expect(missedLines({ data: noise, width: 1_000, height: 1_000 }, () => false)).toEqual([]);
  });
});
