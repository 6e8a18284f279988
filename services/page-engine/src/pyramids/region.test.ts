import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { meanDifference, sheet } from '../testing/pictures.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { openTilePyramid } from './open-pyramid.js';
import { writeBilevelPyramid, writeJpegPyramid } from './pyramid-writer.js';
import { withFile } from './range-reader.js';
import { drawRegion, scaleOf, type Region } from './region.js';
import { pyramidFileName, PyramidError, type TileFormat, type TilePyramid } from './tile-pyramid.js';

jest.setTimeout(60_000);

const [WIDTH, HEIGHT] = [2_500, 1_800];
const WHOLE: Region = { x: 0, y: 0, width: WIDTH, height: HEIGHT };

let scratch: Scratch;
const files = {} as Record<TileFormat, string>;
const file = (name: string): string => path.join(scratch.dir, name);

beforeAll(async () => {
  scratch = await makeScratch();
  files.jpg = file(pyramidFileName('jpg'));
  files.png = file(pyramidFileName('png'));
  await writeJpegPyramid(sheet(WIDTH, HEIGHT), WIDTH, HEIGHT, files.jpg);
  await writeBilevelPyramid(sheet(WIDTH, HEIGHT).greyscale().threshold(), files.png);
});
afterAll(() => scratch.remove());

async function drawn(stored: TileFormat, region: Region, wanted: number, format: TileFormat = 'png') {
  return withFile(files[stored], async (reader) => {
    const pyramid = await openTilePyramid(reader, stored);
    const read: string[] = [];
    const tile: TilePyramid['tile'] = (level, x, y) => {
      read.push(`${level}/${x}_${y}`);
      return pyramid.tile(level, x, y);
    };
    const source = { format: stored, width: WIDTH, height: HEIGHT, tile };
    const picture = await drawRegion(source, region, scaleOf(region, wanted), format);
    return { ...picture, read };
  });
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer();

describe.each<TileFormat>(['jpg', 'png'])('a region of a sheet stored in %s tiles', (stored) => {
  const source = stored === 'jpg' ? sheet(WIDTH, HEIGHT) : sheet(WIDTH, HEIGHT).greyscale().threshold();

  it.each([
    ['in full', { x: 490, y: 600, width: 130, height: 90 }, 130],
    ['at the lower right corner', { x: WIDTH - 77, y: HEIGHT - 41, width: 77, height: 41 }, 77],
    ['made smaller', { x: 300, y: 200, width: 1_600, height: 1_200 }, 800],
    ['as the whole', WHOLE, 625],
  ])('is drawn %s', async (_, region, wanted) => {
    const picture = await drawn(stored, region, wanted);
    const height = Math.round((region.height * wanted) / region.width);
    expect(picture).toMatchObject({ width: wanted, height });
    const { x: left, y: top, ...size } = region;
    const part = await sharp(await source.clone().png().toBuffer())
      .extract({ left, top, ...size })
      .png()
      .toBuffer();
    const expected = sharp(part).resize(wanted, height, { fit: 'fill' }).png();
    const difference = meanDifference(await pixelsOf(picture.bytes), await pixelsOf(await expected.toBuffer()));
    // repeated halving of two colours rounds differently from a single step
    expect(difference).toBeLessThan(8);
  });

  it('reads only needed tiles, of the smallest level with enough pixels', async () => {
    // 2,500 pixels are level 12
    expect((await drawn(stored, { x: 500, y: 10, width: 100, height: 100 }, 100)).read).toEqual(['12/0_0', '12/1_0']);
    expect((await drawn(stored, WHOLE, 1_250)).read).toHaveLength(6);
    expect((await drawn(stored, WHOLE, 1_251)).read).toHaveLength(20);
    expect((await drawn(stored, WHOLE, 16)).read).toEqual(['5/0_0']);
  });

  it('is a JPEG on request', async () => {
    const { bytes } = await drawn(stored, WHOLE, 300, 'jpg');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300, height: 216 });
  });
});

describe('the scale of a picture', () => {
  it('never exceeds that of the sheet, except for a region of a few pixels', () => {
    expect(scaleOf({ width: 500, height: 100 }, 2_048)).toBe(1);
    expect(scaleOf({ width: 10, height: 8 }, 2_048)).toBe(6.4);
    expect(scaleOf({ width: 10, height: 8 }, 20)).toBe(2);
    expect(scaleOf({ width: 1, height: 900 }, 16)).toBe(1);
  });

  it('limits height and pixels, too', () => {
    expect(scaleOf({ width: 100, height: 40_960 }, 100)).toBe(0.1);
    const tall = { width: 8_000, height: 15_000 };
    const scale = scaleOf(tall, 2_048);
    expect(tall.width * scale * tall.height * scale).toBeLessThanOrEqual(2_048 * 3_072 + 1);
  });
});

it('reduces a picture of more than 4 MB', async () => {
  const side = 2_048;
  const noise = {
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 90 },
    },
  } as const;
  const stored = file('noise.tif');
  await writeJpegPyramid(sharp({ ...noise }), side, side, stored);
  const region = { x: 0, y: 0, width: side, height: side };
  const picture = await withFile(stored, async (reader) => {
    const pyramid = await openTilePyramid(reader, 'jpg');
    return drawRegion({ ...pyramid, format: 'jpg', width: side, height: side }, region, 1, 'png');
  });
  expect(picture.bytes.length).toBeLessThanOrEqual(4 * 1024 * 1024);
  expect(picture.width).toBeLessThan(side);
  expect(picture.height).toBe(picture.width);
});

it('fails for a missing tile, instead of leaving a hole', async () => {
  const source = { format: 'jpg', width: WIDTH, height: HEIGHT, tile: () => Promise.resolve(null) } as const;
  await expect(drawRegion(source, WHOLE, 0.1, 'jpg')).rejects.toThrow(PyramidError);
});
