import { MOST_PIXELS, PictureStrips, readScale, type PagePicture } from './picture-strips.js';

describe('the picture of a large sheet', () => {
  it.each([
    [10_000, 12_000],
    [24_000, 5_000],
    [17_000, 17_000],
  ])('of %d x %d stays within the pixel limit of the map', (width, height) => {
    const scale = readScale({ width, height });
    expect(width * height * scale ** 2).toBeLessThanOrEqual(MOST_PIXELS * 1.000001);
    expect(width * height * scale ** 2).toBeGreaterThan(25e6);
  });

  it('reads only the rows of a strip, and a few around it, once', async () => {
    const asked: [number, number][] = [];
    const width = 64;
    const picture: PagePicture = {
      scale: 1,
      rows: (from, to) => {
        asked.push([from, to]);
        const data = new Uint8Array((to - from) * width);
        // brightness encodes the row number, two rows each
        for (let row = from; row < to; row++)
          data.fill((row % 1_000) / 2, (row - from) * width, (row + 1 - from) * width);
        return Promise.resolve({ data, width, height: to - from, channels: 1, top: from });
      },
    };
    const strips = new PictureStrips(picture, { width, height: 100_000 }, 0.5);
    const strip = await strips.strip(20_050, 80);
    expect(asked).toEqual([[40_096, 40_264]]);
    expect([strip.width, strip.height, strip.data.length]).toEqual([32, 80, 32 * 80 * 3]);
    const again = await strips.strip(20_060, 40);
    expect(asked).toHaveLength(1);
    expect(again.data).toEqual(strip.data.subarray(10 * 32 * 3, 50 * 32 * 3));
    const brightness = [0, 40, 79].map((row) => strip.data[row * 32 * 3 + 48] ?? 0);
    for (const [index, row] of [0, 40, 79].entries())
      expect(Math.abs((brightness[index] ?? 0) - (50 + row))).toBeLessThanOrEqual(2);
  });

  it('has the wanted columns only if its rows are not kept', async () => {
    const [width, height] = [5_000, 4_000];
    const picture: PagePicture = {
      scale: 1,
      rows: (from, to) => {
        const data = Uint8Array.from({ length: (to - from) * width }, (_, at) => (at % width) / 20);
        return Promise.resolve({ data, width, height: to - from, channels: 1, top: from });
      },
    };
    const whole = await new PictureStrips(picture, { width, height }, 1).strip(100, 4);
    const part = await new PictureStrips(picture, { width, height }, 1).strip(100, 4, { left: 2_000, width: 8_000 });
    expect([part.left, part.width, part.height]).toEqual([2_000, 3_000, 4]);
    expect(part.data.subarray(0, 300)).toEqual(whole.data.subarray(2_000 * 3, 2_100 * 3));
    const small = await new PictureStrips(picture, { width, height }, 0.5).strip(100, 4, { left: 100, width: 50 });
    expect([small.left, small.width]).toEqual([0, 2_500]);
  });
});
