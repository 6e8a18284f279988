import { firstSample, HEIGHT, otherSamples, widthOf, writeSample } from './samples.js';
import type { TurnedBox } from '../turned-box.js';

const box = (long: number, short: number, degrees: number): TurnedBox => ({
  x: 50,
  y: 50,
  long,
  short,
  angle: (degrees * Math.PI) / 180,
});
const degreesOf = ({ angle }: { angle: number }): number => Math.round((angle * 180) / Math.PI);

describe('the direction of a sample', () => {
  it('is left to right if level, upwards if steep, whichever way the box runs', () => {
    expect([10, -30, 55, -55, 80, 90, -80].map((turn) => degreesOf(firstSample(box(100, 20, turn), 60)))).toEqual([
      10, -30, 55, -55, -100, -90, -80,
    ]);
  });

  it('is level first for a box too short to have one', () => {
    const sample = firstSample(box(24, 20, 90), 60);
    expect([degreesOf(sample), sample.long, sample.short]).toEqual([0, 20, 24]);
    expect(otherSamples(sample, 20).map(degreesOf)).toEqual([-90, 90]);
    expect(otherSamples(firstSample(box(14, 12, 90), 60), 20)).toEqual([]);
  });

  it('is also reversed if slanted or steep, and never if level', () => {
    expect(otherSamples(firstSample(box(100, 20, 10), 60), 20)).toEqual([]);
    expect(otherSamples(firstSample(box(100, 20, 40), 60), 20).map(degreesOf)).toEqual([220]);
    expect(otherSamples(firstSample(box(100, 20, 90), 60), 20).map(degreesOf)).toEqual([90]);
  });
});

it('has 48 rows and at most 1,600 columns', () => {
  expect([box(100, 20, 0), box(5, 20, 0), box(9_000, 20, 0)].map(widthOf)).toEqual([240, 16, 1_600]);
});

describe('a sample', () => {
  const picture = { data: new Uint8Array(100 * 100 * 3), width: 100, height: 100 };
  for (let y = 0; y < 100; y++) picture.data.fill(255, (y * 100 + 50) * 3, (y + 1) * 300);

  it('is rotated level: the left in reading direction is left', () => {
    for (const [turn, first, last] of [
      [0, -1, 1],
      [180, 1, -1],
    ] as const) {
      const sample = { ...firstSample(box(40, 20, 0), 60), angle: (turn * Math.PI) / 180 };
      const wide = widthOf(sample);
      const input = new Float32Array(3 * HEIGHT * wide);
      writeSample(picture, 0, 0, sample, input, 0, wide);
      const row = 24 * wide;
      expect([input[row + 2], input[row + wide - 3]]).toEqual([first, last]);
    }
  });

  it('stays inside a picture of one row', () => {
    const line = { data: new Uint8Array(60).fill(255), width: 20, height: 1 };
    const sample = { box: { x: 10, y: 0, long: 20, short: 6, angle: 0 }, angle: 0, long: 20, short: 6 };
    const input = new Float32Array(3 * HEIGHT * widthOf(sample)).fill(7);
    writeSample(line, 0, 0, sample, input, 0, widthOf(sample));
    expect(Array.from(new Set(input))).toEqual([1]);
  });
});
