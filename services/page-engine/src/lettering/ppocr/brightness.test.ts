import { brightnessOf } from './brightness.js';
import { PictureStrips, type PagePicture } from './picture-strips.js';

/** 40 x 2,000 pixels: yellow, with black in the left half of each row from 1,000 on. */
const picture: PagePicture = {
  scale: 1,
  rows: (from, to) => {
    const data = Uint8Array.from({ length: (to - from) * 40 * 3 }, (_, at) => {
      const [row, column] = [from + Math.floor(at / 120), Math.floor((at % 120) / 3)];
      return row >= 1_000 && column < 20 ? 20 : ([230, 200, 80][at % 3] ?? 0);
    });
    return Promise.resolve({ data, width: 40, height: to - from, channels: 3, top: from });
  },
};
const page = { width: 40, height: 2_000 };

describe('the brightness of a picture', () => {
  it('is half as large, and shows ink but no tint', async () => {
    const { data, width, height } = await brightnessOf(new PictureStrips(picture, page, 1), 1);
    expect([width, height]).toEqual([20, 1_000]);
    expect([data[100 * 20 + 2], data[100 * 20 + 17], data[800 * 20 + 2], data[800 * 20 + 17]]).toEqual([
      230, 230, 20, 230,
    ]);
  });

  it('is white beside the wanted areas', async () => {
    const areas = [{ x: 0, y: 1_600, width: 40, height: 100 }];
    const { data } = await brightnessOf(new PictureStrips(picture, page, 1), 1, areas);
    expect([data[100 * 20 + 2], data[850 * 20 + 2]]).toEqual([255, 20]);
  });
});
