import type { QuarterRotation, SheetTransform } from './transform.js';
import {
  matrixText,
  toImage,
  toImageBox,
  toScreen,
  toScreenBox,
  rotated,
  rotatedSize,
  rotatedVector,
} from './transform.js';

const TURNS: readonly QuarterRotation[] = [0, 90, 180, 270];
const at = (rotation: QuarterRotation): SheetTransform => ({ scale: 0.5, x: 300, y: 200, rotation });

describe('a turned sheet', () => {
  it('turns by quarters, both ways round', () => {
    expect(TURNS.map((rotation) => rotated(rotation, 1))).toEqual([90, 180, 270, 0]);
    expect(TURNS.map((rotation) => rotated(rotation, -1))).toEqual([270, 0, 90, 180]);
  });

  it('shows the image to the right of its corner below it after a quarter clockwise', () => {
    expect(toScreen({ x: 100, y: 0 }, at(90))).toEqual({ x: 300, y: 250 });
    expect(toScreen({ x: 0, y: 100 }, at(90))).toEqual({ x: 250, y: 200 });
    expect(toScreen({ x: 100, y: 0 }, at(270))).toEqual({ x: 300, y: 150 });
  });

  it.each(TURNS)('gives back every point of the image at %i degrees', (rotation) => {
    const back = toImage(toScreen({ x: 123, y: 45 }, at(rotation)), at(rotation));
    expect(back.x).toBeCloseTo(123);
    expect(back.y).toBeCloseTo(45);
    expect(toImageBox(toScreenBox({ x: 10, y: 20, width: 30, height: 40 }, at(rotation)), at(rotation))).toEqual({
      x: 10,
      y: 20,
      width: 30,
      height: 40,
    });
  });

  it('moves right arrows along the screen, not the image', () => {
    expect(rotatedVector({ x: 1, y: 0 }, 90, true)).toEqual({ x: 0, y: -1 });
    expect(rotatedVector({ x: 1, y: 0 }, 180, true)).toEqual({ x: -1, y: 0 });
  });

  it('is as wide as it was high after a quarter', () => {
    expect(rotatedSize({ width: 6400, height: 7600 }, 90)).toEqual({ width: 7600, height: 6400 });
    expect(rotatedSize({ width: 6400, height: 7600 }, 180)).toEqual({ width: 6400, height: 7600 });
  });

  it('is written as the matrix that CSS and SVG read', () => {
    expect(matrixText(at(0))).toBe('matrix(0.5, 0, 0, 0.5, 300, 200)');
    expect(matrixText(at(90))).toBe('matrix(0, 0.5, -0.5, 0, 300, 200)');
  });
});
