import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { faxSheet, meanDifference, sheet } from '../testing/pictures.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { openTilePyramid } from './open-pyramid.js';
import { writePageImage } from './page-image.js';
import { writeBilevelPyramid, writeJpegPyramid } from './pyramid-writer.js';
import { withFile } from './range-reader.js';
import { makeThumbnail } from './thumbnail.js';
import { pyramidFileName, PyramidError, type TileFormat, type TilePyramid } from './tile-pyramid.js';

jest.setTimeout(60_000);

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function store(format: TileFormat, width: number, height: number, seed = ''): Promise<string> {
  const file = path.join(scratch.dir, `${width}x${height}${seed}-${pyramidFileName(format)}`);
  if (format === 'jpg') await writeJpegPyramid(sheet(width, height), width, height, file);
  else await writeBilevelPyramid(sheet(width, height).greyscale().threshold(), file);
  return file;
}
const opened = <T>(file: string, format: TileFormat, use: (pyramid: TilePyramid) => Promise<T>): Promise<T> =>
  withFile(file, async (reader) => use(await openTilePyramid(reader, format)));

/** Joins a level's tiles as a viewer does, cut to the Deep Zoom level size. */
async function assemble(pyramid: TilePyramid, level: number, width: number, height: number): Promise<Buffer> {
  const pieces = [];
  for (let y = 0; y * TILE_SIZE < height; y++) {
    for (let x = 0; x * TILE_SIZE < width; x++) {
      const tile = await pyramid.tile(level, x, y);
      if (!tile) throw new Error(`no tile ${level}/${x}_${y}`);
      const right = Math.min(TILE_SIZE, width - x * TILE_SIZE);
      const bottom = Math.min(TILE_SIZE, height - y * TILE_SIZE);
      const input = await sharp(tile).extract({ left: 0, top: 0, width: right, height: bottom }).png().toBuffer();
      pieces.push({ input, left: x * TILE_SIZE, top: y * TILE_SIZE });
    }
  }
  const canvas = sharp({ create: { width, height, channels: 3, background: '#0f0' } }).composite(pieces);
  return sharp(await canvas.png().toBuffer())
    .removeAlpha()
    .raw()
    .toBuffer();
}

const SIZES: [number, number][] = [
  [600, 800],
  [1027, 611],
  [513, 512],
  [512, 512],
  [300, 200],
  [2000, 10],
  [1, 1],
];

describe.each<TileFormat>(['jpg', 'png'])('a pyramid of %s tiles', (format) => {
  it.each(SIZES)('of %i x %i pixels has the tiles that Deep Zoom expects at every level', async (width, height) => {
    await opened(await store(format, width, height), format, async (pyramid) => {
      expect(pyramid.maxLevel).toBe(maxLevelOf(width, height));
      for (let level = 0; level <= pyramid.maxLevel; level++) {
        const size = levelSize(width, height, level);
        const columns = Math.ceil(size.width / TILE_SIZE);
        const rows = Math.ceil(size.height / TILE_SIZE);
        const corner = await pyramid.tile(level, columns - 1, rows - 1);
        const { width: tileWidth, height: tileHeight } = await sharp(corner ?? undefined).metadata();
        // edge tiles may be padded, but cover the level
        expect(tileWidth).toBeGreaterThanOrEqual(size.width - (columns - 1) * TILE_SIZE);
        expect(tileHeight).toBeGreaterThanOrEqual(size.height - (rows - 1) * TILE_SIZE);
        expect(await pyramid.tile(level, columns, 0)).toBeNull();
        expect(await pyramid.tile(level, 0, rows)).toBeNull();
      }
    });
  });

  it('has no tiles outside of its bounds', async () => {
    await opened(await store(format, 600, 800), format, async (pyramid) => {
      expect(await pyramid.tile(pyramid.maxLevel + 1, 0, 0)).toBeNull();
      expect(await pyramid.tile(-1, 0, 0)).toBeNull();
      expect(await pyramid.tile(pyramid.maxLevel, -1, 0)).toBeNull();
      expect(await pyramid.tile(0.5, 0, 0)).toBeNull();
    });
  });

  it('has a different fingerprint for a different picture only', async () => {
    const print = (file: string): Promise<string> => opened(file, format, (pyramid) => pyramid.fingerprint());
    const one = await print(await store(format, 600, 800));
    expect(one).toMatch(/^[0-9a-f]{16}$/);
    expect(await print(await store(format, 600, 800, '-again'))).toBe(one);
    expect(await print(await store(format, 600, 801))).not.toBe(one);
  });

  it('refuses a truncated or different file', async () => {
    const whole = await readFile(await store(format, 600, 800));
    const refused = async (data: Buffer): Promise<unknown> => {
      const file = await scratch.file('broken', data);
      return opened(file, format, (pyramid) => pyramid.tile(pyramid.maxLevel, 0, 0)).catch((error: unknown) => error);
    };
    expect(await refused(whole.subarray(0, 40))).toBeInstanceOf(PyramidError);
    expect(await refused(Buffer.from('%PDF-1.7'))).toBeInstanceOf(PyramidError);
  });
});

describe('the tiles', () => {
  const [width, height] = [1027, 611];

  it.each([11, 10, 9, 8, 5])('show the picture at level %i, up to its right and lower edge', async (below) => {
    const source = await sheet(width, height).png().toBuffer();
    await opened(await store('jpg', width, height), 'jpg', async (pyramid) => {
      const level = pyramid.maxLevel - (11 - below);
      const size = levelSize(width, height, level);
      const shown = await assemble(pyramid, level, size.width, size.height);
      const wanted = await sharp(source)
        .resize(size.width, size.height, { fit: 'fill' })
        .removeAlpha()
        .raw()
        .toBuffer();
      expect(meanDifference(shown, wanted)).toBeLessThan(8);
      // the last column is paper, possibly lightened by a white neighbour but without dark padding
      const lastColumn = (pixels: Buffer): Buffer => {
        const rows = Array.from({ length: size.height }, (_, y) => ((y + 1) * size.width - 1) * 3);
        return Buffer.concat(rows.map((at) => pixels.subarray(at, at + 3)));
      };
      expect(meanDifference(lastColumn(shown), lastColumn(wanted))).toBeLessThan(65);
    });
  });

  it('show every pixel unchanged for two colours', async () => {
    const fax = await faxSheet(1040, 800);
    const file = path.join(scratch.dir, 'fax.zip');
    await writeBilevelPyramid(sharp(fax.pixels, { raw: { width: 1040, height: 800, channels: 1 } }), file);
    await opened(file, 'png', async (pyramid) => {
      const shown = await assemble(pyramid, pyramid.maxLevel, 1040, 800);
      expect(Buffer.from(shown.filter((_, i) => i % 3 === 0)).compare(fax.pixels)).toBe(0);
    });
  });
});

describe.each<TileFormat>(['jpg', 'png'])('pictures made from a pyramid of %s tiles', (format) => {
  it('yield a thumbnail with the shape of the page', async () => {
    const thumbnail = await opened(await store(format, 1027, 2054), format, makeThumbnail);
    expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 128, height: 256 });
  });

  it('yield the whole page at full resolution', async () => {
    const [width, height] = [1027, 701];
    const target = path.join(scratch.dir, `image-${format}.jpg`);
    await writePageImage(await store(format, width, height), { format, width, height }, target);
    const image = sharp(await readFile(target));
    expect(await image.metadata()).toMatchObject({ format: 'jpeg', width, height });
    const source = format === 'jpg' ? sheet(width, height) : sheet(width, height).greyscale().threshold();
    const wanted = await sharp(await source.png().toBuffer())
      .greyscale()
      .raw()
      .toBuffer();
    expect(meanDifference(await image.greyscale().raw().toBuffer(), wanted)).toBeLessThan(6);
  });

  it('fail for a missing pyramid', async () => {
    const missing = path.join(scratch.dir, `missing-${pyramidFileName(format)}`);
    const page = { format, width: 10, height: 10 };
    await expect(writePageImage(missing, page, path.join(scratch.dir, 'x.jpg'))).rejects.toThrow(/missing/);
    await writeFile(missing, 'nothing');
    await expect(writePageImage(missing, page, path.join(scratch.dir, 'x.jpg'))).rejects.toThrow();
  });
});
