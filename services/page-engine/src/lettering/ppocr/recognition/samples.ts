import type { ColourRaster } from '../raster.js';
import { isOblong, type TurnedBox } from '../turned-box.js';

export const HEIGHT = 48;
/** Sample width in pixels; longer lettering is squeezed. */
const WIDTH = { least: 16, most: 1_600 };

/** Height of a square box that is rarely a letter, in pixels. */
const SPECK = 16;

/** Degrees from level above which reading upwards is tried first. */
export const STEEP = 60;

/** Box with its reading direction: `long` runs at any `angle`. */
export interface Sample {
  box: TurnedBox;
  /** Clockwise from level, radians. */
  angle: number;
  long: number;
  short: number;
}

export const widthOf = ({ long, short }: Pick<Sample, 'long' | 'short'>): number =>
  Math.max(WIDTH.least, Math.min(WIDTH.most, Math.round((long / short) * HEIGHT)));

/** Reads left to right, and upwards if steep, as mapmakers write. */
export function firstSample(box: TurnedBox, steepFrom: number): Sample {
  const { angle, long, short } = box;
  // nearly square: assume level
  if (isSquare(box) && Math.abs(angle) > Math.PI / 4)
    return { box, angle: angle > 0 ? angle - Math.PI / 2 : angle + Math.PI / 2, long: short, short: long };
  const upwards = !isSquare(box) && (Math.abs(angle) * 180) / Math.PI >= steepFrom && angle > 0;
  return { box, angle: upwards ? angle - Math.PI : angle, long, short };
}

/** Alternative directions for uncertain readings; none if nearly level. */
export function otherSamples({ box, angle, long, short }: Sample, slantedFrom: number): Sample[] {
  if (isSquare(box) && box.short < SPECK) return [];
  if (isSquare(box))
    return [-1, 1].map((turn) => ({ box, angle: angle + (turn * Math.PI) / 2, long: short, short: long }));
  if ((Math.abs(box.angle) * 180) / Math.PI <= slantedFrom) return [];
  return [{ box, angle: angle + Math.PI, long, short }];
}

const isSquare = (box: TurnedBox): boolean => !isOblong(box);

/**
 * Writes a sample as BGR planes from -1 to 1, bilinear.
 * @param picture part of the page with its first pixel at `left`, `top` in the box's space
 */
export function writeSample(
  { data, width, height }: ColourRaster,
  left: number,
  top: number,
  sample: Sample,
  input: Float32Array,
  at: number,
  wide: number,
): void {
  const own = widthOf(sample);
  const plane = wide * HEIGHT;
  const [cos, sin] = [Math.cos(sample.angle), Math.sin(sample.angle)];
  const [stepU, stepV] = [sample.long / own, sample.short / HEIGHT];
  for (let row = 0; row < HEIGHT; row++) {
    const v = (row + 0.5 - HEIGHT / 2) * stepV;
    for (let column = 0; column < own; column++) {
      const u = (column + 0.5 - own / 2) * stepU;
      const x = Math.max(0, Math.min(width - 1.001, sample.box.x - left + u * cos - v * sin));
      const y = Math.max(0, Math.min(height - 1.001, sample.box.y - top + u * sin + v * cos));
      const x0 = Math.floor(x);
      const y0 = Math.floor(y);
      // bilinear weights, scaled to half the range
      const lowerRight = ((x - x0) * (y - y0)) / 127.5;
      const upperRight = (x - x0) / 127.5 - lowerRight;
      const lowerLeft = (y - y0) / 127.5 - lowerRight;
      const upperLeft = 1 / 127.5 - upperRight - lowerLeft - lowerRight;
      const upper = (y0 * width + x0) * 3;
      const lower = upper + width * 3;
      let to = at + 2 * plane + row * wide + column;
      for (let channel = 0; channel < 3; channel++, to -= plane)
        input[to] =
          (data[upper + channel] ?? 0) * upperLeft +
          (data[upper + 3 + channel] ?? 0) * upperRight +
          (data[lower + channel] ?? 0) * lowerLeft +
          (data[lower + 3 + channel] ?? 0) * lowerRight -
          1;
    }
  }
}
