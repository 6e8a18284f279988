import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import { sheet } from '../testing/pictures.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { openGeoTiff, type TiffPlace } from './geo-tiff.js';
import { writeBilevelPyramid, writeJpegPyramid } from './pyramid-writer.js';
import { withFile } from './range-reader.js';
import { pyramidFileName, PyramidError, type TileFormat } from './tile-pyramid.js';

jest.setTimeout(120_000);
const run = promisify(execFile);

const hasGdal = await run('gdalinfo', ['--version']).then(
  () => true,
  () => false,
);
if (!hasGdal) process.stderr.write('No gdalinfo on the PATH (Debian: gdal-bin): GDAL does not check GeoTIFFs.\n');

/** Turned, stretched and moved. */
const affine = [2.9e-6, -1.1e-6, -73.95, -0.9e-6, -2.3e-6, 40.79] as const;
const PLACE: TiffPlace = { affine };
const placeAt = (x: number, y: number) => {
  const [a, b, c, d, e, f] = affine;
  return { longitude: a * x + b * y + c, latitude: d * x + e * y + f };
};
const SIZES: [number, number][] = [
  [2_045, 1_027],
  [611, 1_500],
  [300, 200],
];

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function stored(format: TileFormat, width: number, height: number): Promise<string> {
  const file = path.join(scratch.dir, `${width}x${height}-${pyramidFileName(format)}`);
  if (format === 'jpg') await writeJpegPyramid(sheet(width, height), width, height, file);
  else await writeBilevelPyramid(sheet(width, height).greyscale().threshold(), file);
  return file;
}

interface Asked {
  format: TileFormat;
  size: [number, number];
  place?: TiffPlace;
  partBytes?: number;
  /** Of the page, if its stored picture is a preview. */
  page?: { width: number; height: number };
}

async function geoTiff({ format, size: [width, height], place = PLACE, partBytes = 100_003, page }: Asked) {
  const file = await stored(format, width, height);
  const parts = await withFile(file, async (reader) => {
    let most = 0;
    const counted: typeof reader = {
      bytes: reader.bytes,
      read: (offset, length) => {
        most = Math.max(most, length);
        return reader.read(offset, length);
      },
    };
    const tiff = (await openGeoTiff(counted, { format, ...(page ?? { width, height }) }))(place);
    const found: Buffer[] = [];
    for (let at = 0; at < tiff.bytes; at += partBytes) found.push(await tiff.read(at, partBytes));
    expect(most).toBeLessThanOrEqual(Math.max(partBytes, 64 * 1_024));
    expect(Buffer.concat(found)).toHaveLength(tiff.bytes);
    return found;
  });
  const target = path.join(scratch.dir, `${width}x${height}-${format}-${'points' in place ? 'points' : 'affine'}.tif`);
  await writeFile(target, Buffer.concat(parts));
  return { file, target };
}

describe.each<TileFormat>(['jpg', 'png'])('a GeoTIFF of %s tiles', (format) => {
  it.each(SIZES)('of %i x %i pixels shows the page without padding', async (width, height) => {
    const { target } = await geoTiff({ format, size: [width, height] });
    const { data, info } = await sharp(target).greyscale().raw().toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height });
    const source = format === 'png' ? sheet(width, height).greyscale().threshold() : sheet(width, height).greyscale();
    const expected = await source.raw().toBuffer();
    const difference = data.reduce((sum, tone, at) => sum + Math.abs(tone - (expected[at] ?? 0)), 0) / data.length;
    expect(difference).toBeLessThan(format === 'png' ? 0.01 : 3);
  });

  it('is the same in parts of any size', async () => {
    const read = async (partBytes: number) => {
      const { target } = await geoTiff({ format, size: [611, 1_500], partBytes });
      return sharp(target).raw().toBuffer();
    };
    expect((await read(7_001)).equals(await read(10_000_000))).toBe(true);
  });
});

it('of a preview has the scale of its page', async () => {
  const { target } = await geoTiff({ format: 'jpg', size: [1_000, 800], page: { width: 3_999, height: 3_198 } });
  expect(await sharp(target).metadata()).toMatchObject({ width: 1_000, height: 800 });
});

it('refuses a file that does not cover its page', async () => {
  await expect(geoTiff({ format: 'jpg', size: [300, 200], page: { width: 300, height: 400 } })).rejects.toThrow(
    PyramidError,
  );
});

(hasGdal ? describe : describe.skip)('GDAL (left out where gdal-bin is not installed)', () => {
  interface Info {
    size: [number, number];
    geoTransform?: number[];
    gcps?: { gcpList: { pixel: number; line: number; x: number; y: number }[] };
    bands: { overviews?: { size: [number, number] }[]; checksum?: number }[];
    coordinateSystem?: { wkt: string };
  }
  const info = async (file: string): Promise<Info> =>
    JSON.parse((await run('gdalinfo', ['-json', '-checksum', file])).stdout) as Info;

  it.each<TileFormat>(['jpg', 'png'])('reads place and picture of %s tiles', async (format) => {
    const [width, height] = [2_045, 1_027];
    const { target } = await geoTiff({ format, size: [width, height] });
    const found = await info(target);
    expect(found.size).toEqual([width, height]);
    expect(found.coordinateSystem?.wkt).toContain('4326');
    const [a, b, c, d, e, f] = affine;
    expect(found.geoTransform).toEqual([c, a, b, f, d, e].map((value) => expect.closeTo(value, 12) as number));
    expect(found.bands).toHaveLength(format === 'jpg' ? 3 : 1);
    for (const { checksum } of found.bands) expect(checksum).toBeGreaterThan(0);
    if (format === 'jpg')
      expect(found.bands[0]?.overviews?.map(({ size }) => size)).toEqual([
        [1_023, 514],
        [512, 257],
      ]);
  });

  it('reads the scale of a page from its preview', async () => {
    const { target } = await geoTiff({ format: 'jpg', size: [1_000, 800], page: { width: 3_999, height: 3_198 } });
    expect((await info(target)).geoTransform?.[1]).toBeCloseTo(4 * affine[0], 12);
  });

  it('reads control points', async () => {
    const pixels: [number, number][] = [
      [100, 100],
      [550, 150],
      [300, 1_400],
    ];
    const points = pixels.map(([x, y]) => ({ x, y, ...placeAt(x, y) }));
    const { target } = await geoTiff({ format: 'jpg', size: [611, 1_500], place: { points } });
    const { gcps } = await info(target);
    expect(gcps?.gcpList).toMatchObject(points.map(({ x, y }) => ({ pixel: x, line: y })));
    gcps?.gcpList.forEach(({ x, y }, at) => {
      expect(x).toBeCloseTo(points[at]?.longitude ?? NaN, 9);
      expect(y).toBeCloseTo(points[at]?.latitude ?? NaN, 9);
    });
  });
});
