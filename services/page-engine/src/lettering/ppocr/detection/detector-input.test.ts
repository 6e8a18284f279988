import { detectorInput } from './detector-input.js';
import { ProbabilityMap } from './probability-map.js';

const white = (width: number, height: number) => ({
  data: new Uint8Array(width * height * 3).fill(255),
  width,
  height,
});

describe("the detector's input", () => {
  it('is blue, green and red from -1 to 1, and repeats the edge beyond the picture', () => {
    const picture = white(2, 2);
    picture.data.set([0, 51, 255], 9);
    const input = detectorInput(picture, 0, 0, { width: 3, height: 3 }, false);
    const planes = [0, 1, 2].map((plane) => Array.from(input?.subarray(plane * 9, plane * 9 + 9) ?? []));
    expect(planes[0]).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(planes[1]?.map((value) => Math.round(value * 10))).toEqual([10, 10, 10, 10, -6, -6, 10, -6, -6]);
    expect(planes[2]).toEqual([1, 1, 1, 1, -1, -1, 1, -1, -1]);
  });

  it('is absent without ink', () => {
    expect(detectorInput(white(4, 4), 0, 0, { width: 4, height: 4 }, false)).toBeUndefined();
  });

  it('rotated by 90 degrees is mapped back to its place', () => {
    const picture = white(4, 3);
    picture.data.fill(0, (1 * 4 + 2) * 3, (1 * 4 + 3) * 3);
    const size = { width: 4, height: 3 };
    for (const turned of [false, true]) {
      const input = detectorInput(picture, 0, 0, size, turned);
      const ink = (input?.subarray(0, 12) ?? new Float32Array()).map((value) => (value < 0 ? 1 : 0));
      const map = new ProbabilityMap(4, 3);
      map.paste(ink, 0, 0, size, turned);
      expect(Array.from(map.data)).toEqual([0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0]);
    }
  });
});

it('keeps the larger value where tiles overlap', () => {
  const map = new ProbabilityMap(100, 1);
  const size = { width: 96, height: 1 };
  map.paste(new Float32Array(96).fill(0.2), 0, 0, size, false);
  map.paste(new Float32Array(96).fill(0.6), 4, 0, size, false);
  expect([map.data[0], map.data[35], map.data[36], map.data[63], map.data[64], map.data[99]]).toEqual([
    51, 51, 153, 153, 153, 153,
  ]);
});
