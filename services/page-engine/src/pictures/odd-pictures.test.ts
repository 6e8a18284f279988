import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { develop } from '../photographs/develop.js';
import { redraw } from '../screenshots/redraw.js';
import {
  bmpOf,
  makeScratch,
  withoutEndMarker,
  withWrongScanParameters,
  yardHeic,
  yardPhotograph,
  type Scratch,
} from '../testing/index.js';
import { mendJpeg } from './mend-jpeg.js';

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

const asScreenshot = (file: Buffer) => redraw({ file, maxPixels: 1e6, maxBytes: 1e7 });

async function asPhotograph(sent: Buffer) {
  const [file, picture, thumbnail] = ['sent', 'picture.jpg', 'small.webp'].map((name) => path.join(scratch.dir, name));
  if (!file || !picture || !thumbnail) throw new Error('no paths');
  await writeFile(file, sent);
  return develop({ file, picture, thumbnail, maxPixels: 1e6, maxHeicPixels: 1e6 });
}

const pixelsOf = async (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer();

const COLOURS = Buffer.from([255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30, 40, 50, 60, 70, 80, 90]);

describe('pictures of which libjpeg only warns (F8)', () => {
  it.each([
    ['scan parameters of Samsung phones', withWrongScanParameters],
    ['no end marker', withoutEndMarker],
    ['both', (jpeg: Buffer) => withoutEndMarker(withWrongScanParameters(jpeg))],
    ['bytes after the end', (jpeg: Buffer) => Buffer.concat([jpeg, Buffer.from('trailer of a phone')])],
  ])('with %s are accepted whole', async (_what, harm) => {
    const photograph = await yardPhotograph();
    expect(await asPhotograph(harm(photograph))).toMatchObject({ width: 320, height: 240 });
    const screenshot = await asScreenshot(harm(photograph));
    const whole = await asScreenshot(photograph);
    expect(await pixelsOf(screenshot.body)).toEqual(await pixelsOf(whole.body));
  });

  it.each([false, true])('are refused when cut off; progressive: %s', async (progressive) => {
    const photograph = await sharp(await yardPhotograph())
      .jpeg({ progressive })
      .toBuffer();
    const cut = photograph.subarray(0, Math.floor(photograph.length * 0.6));
    for (const file of [cut, withWrongScanParameters(cut), Buffer.concat([cut, Buffer.from('ffd9', 'hex')])]) {
      await expect(asPhotograph(file)).rejects.toMatchObject({ reason: 'damaged_image' });
      await expect(asScreenshot(file)).rejects.toMatchObject({ reason: 'damaged_image' });
    }
  });

  it('leaves a sound JPEG as it is', async () => {
    const photograph = await yardPhotograph();
    expect(mendJpeg(photograph)).toBe(photograph);
  });
});

describe('pictures of other formats', () => {
  it('are accepted as photographs', async () => {
    const pixels = await sharp(await yardPhotograph())
      .raw()
      .toBuffer();
    const tiff = await sharp(await yardPhotograph())
      .tiff({ compression: 'lzw' })
      .toBuffer();
    expect(await asPhotograph(bmpOf(pixels, 320, 240))).toMatchObject({ width: 320, height: 240 });
    expect(await asPhotograph(tiff)).toMatchObject({ width: 320, height: 240 });
  });

  it('are accepted as screenshots, stored as browsers can show them', async () => {
    expect(await asScreenshot(yardHeic())).toMatchObject({ type: { mimeType: 'image/jpeg' }, width: 320, height: 240 });
    const bmp = await asScreenshot(bmpOf(COLOURS, 3, 2));
    expect(bmp).toMatchObject({ type: { mimeType: 'image/png' }, width: 3, height: 2 });
    expect(await pixelsOf(bmp.body)).toEqual(COLOURS);
    const tiff = await sharp(COLOURS, { raw: { width: 3, height: 2, channels: 3 } })
      .tiff({ compression: 'lzw' })
      .toBuffer();
    const redrawn = await asScreenshot(tiff);
    expect(redrawn.type.mimeType).toBe('image/png');
    expect(await pixelsOf(redrawn.body)).toEqual(COLOURS);
  });

  it('are refused when cut off or too large, with a sentence', async () => {
    const bmp = bmpOf(COLOURS, 3, 2);
    await expect(asScreenshot(bmp.subarray(0, -10))).rejects.toMatchObject({ reason: 'damaged_image' });
    const vast = Buffer.from(bmp);
    vast.writeInt32LE(100_000, 18);
    vast.writeInt32LE(100_000, 22);
    await expect(asScreenshot(vast)).rejects.toMatchObject({ reason: 'too_many_pixels' });
    await expect(asPhotograph(vast)).rejects.toMatchObject({ reason: 'too_many_pixels' });
  });
});

it('takes no place from coordinates without a hemisphere (F17)', async () => {
  const exif = { IFD3: { GPSLatitude: '40/1 43/1 48/1', GPSLongitude: '73/1 59/1 48/1' } };
  const { notes } = await asPhotograph(await yardPhotograph({ exif }));
  expect(notes).toEqual({});
});
