import { bandsOf } from './bands.js';

const box = (y: number, long = 60, degrees = 0) => ({ x: 500, y, long, short: 20, angle: (degrees * Math.PI) / 180 });

describe('bands of a picture', () => {
  it('go from top to bottom, each with the rows of its boxes', () => {
    const bands = bandsOf([box(2_000), box(20), box(700), box(5)], 2_005);
    expect(bands.map(({ top, height, boxes }) => [top, height, boxes.length])).toEqual([
      [0, 714, 3],
      [1_986, 19, 1],
    ]);
  });

  it('reach as far as long lettering along the sheet', () => {
    expect(bandsOf([box(400, 1_200, 90)], 3_000)).toMatchObject([{ top: 0, height: 1_032 }]);
  });

  it('are none without lettering', () => {
    expect(bandsOf([], 100)).toEqual([]);
  });
});
