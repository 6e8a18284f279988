import path from 'node:path';
import { jest } from '@jest/globals';
import { createFolderStore, type BlobStore } from '@symbio/blobs';
import { notFound, type AppError } from '@symbio/runtime';
import { contextOf } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import { makeScratch, sheet, writeJpegPyramid, type Scratch } from '@symbio/page-engine/testing';
import type { GetPageImageRequest } from '@symbio/proto/document';
import sharp from 'sharp';
import type { PageRow } from '../model.js';
import { createPyramids, type StoredPyramid } from './pyramids.js';
import { createRegionPictures, type RegionPictures } from './region-pictures.js';

jest.setTimeout(60_000);

const SIZE = { width: 1_500, height: 1_100 };
const STORED: StoredPyramid = {
  ...SIZE,
  imagePath: 'projects/p1/documents/d1/pages/1/hash/pyramid.tif',
  contentHash: 'hash',
  tileFormat: 'jpg',
};
const READY = { _id: 'ready', documentId: 'd1', pageNumber: 1, status: 'ready', error: '', ...STORED };

let scratch: Scratch;
let blobs: BlobStore;
let regions: RegionPictures;
const rows: Record<string, object> = {
  ready: READY,
  remade: { ...READY, contentHash: 'other' },
  pending: { ...READY, status: 'pending' },
  failed: { ...READY, status: 'failed', error: 'The page is damaged.' },
};

beforeAll(async () => {
  scratch = await makeScratch();
  blobs = createFolderStore({ dir: path.join(scratch.dir, 'blobs'), secret: 'secret' });
  await blobs.prepare();
  const file = path.join(scratch.dir, 'pyramid.tif');
  await writeJpegPyramid(sheet(SIZE.width, SIZE.height), SIZE.width, SIZE.height, file);
  await blobs.putFile(STORED.imagePath, file, { contentType: 'image/tiff' });
  const tiles = createPyramids(blobs, { find: () => Promise.resolve(STORED) });
  const page = (id: string) => (rows[id] ? Promise.resolve(rows[id] as PageRow) : Promise.reject(notFound('Page')));
  regions = createRegionPictures({ documents: { page }, tiles });
});
afterAll(async () => {
  await blobs.close();
  await scratch.remove();
});

const get = (request: Partial<GetPageImageRequest> = {}) =>
  regions.get({ id: 'ready', width: 0, format: '', knownEtag: '', ...request }, contextOf(person()));
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => Promise.reject(new Error('the call was not refused')),
    (error: unknown) => error as AppError,
  );
const formOf = async (picture: Buffer | undefined) => {
  const { format, width, height } = await sharp(picture).metadata();
  return { format, width, height };
};

describe('a picture of a page', () => {
  it('is the whole page as a JPEG of 1,024 pixels by default', async () => {
    const shown = await get();
    expect(shown).toMatchObject({ region: { x: 0, y: 0, ...SIZE }, contentType: 'image/jpeg', scale: 1_024 / 1_500 });
    expect(await formOf(shown.picture)).toEqual({ format: 'jpeg', width: 1_024, height: 751 });
  });

  it('is the part of a region on the page, in the requested width and format', async () => {
    const shown = await get({ region: { x: 1_300, y: -50, width: 400, height: 150 }, width: 100, format: 'png' });
    expect(shown).toMatchObject({
      region: { x: 1_300, y: 0, width: 200, height: 100 },
      contentType: 'image/png',
      scale: 0.5,
    });
    expect(await formOf(shown.picture)).toEqual({ format: 'png', width: 100, height: 50 });
  });

  it('is not larger than the page, except for a few pixels', async () => {
    const narrow = await get({ region: { x: 0, y: 0, width: 300, height: 200 }, width: 2_048 });
    expect(narrow.scale).toBe(1);
    const tiny = await get({ region: { x: 5, y: 5, width: 1, height: 1 } });
    expect(tiny.scale).toBe(16);
    expect(await formOf(tiny.picture)).toMatchObject({ width: 16, height: 16 });
  });

  it('is not sent again to a client that has it; its tag depends on all parameters', async () => {
    const { etag } = await get();
    expect((await get({ knownEtag: etag })).picture).toBeUndefined();
    const others = [
      await get({ width: 500 }),
      await get({ format: 'png' }),
      await get({ region: { x: 1, y: 0, width: 50, height: 50 } }),
    ].map((shown) => shown.etag);
    expect(new Set([etag, ...others]).size).toBe(4);
  });
});

describe('a refused picture', () => {
  it('names all invalid fields', async () => {
    const region = { x: 1_500, y: 0, width: 10, height: 10 };
    const error = await refusal(get({ region, width: 15, format: 'gif' }));
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' });
    expect(error.fields).toEqual({
      region: 'region must be on the page, which has 1500 x 1100 pixels',
      width: 'width must be from 16 to 2048 pixels',
      format: 'format must be one of jpg, png',
    });
    expect((await refusal(get({ region: { x: 0, y: 0, width: 0, height: 5 } }))).fields).toEqual({
      region: 'region must be at least 1 pixel wide and high',
    });
    expect((await refusal(get({ width: 2_049 }))).fields).toHaveProperty('width');
  });

  it('is of a page without a picture, with the reason', async () => {
    expect(await refusal(get({ id: 'pending' }))).toMatchObject({ reason: 'page_not_ready' });
    expect(await refusal(get({ id: 'failed' }))).toMatchObject({
      reason: 'page_failed',
      message: 'The page has no picture. The page is damaged.',
    });
    expect(await refusal(get({ id: 'none' }))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('may be retried if its tiles were removed concurrently', async () => {
    expect(await refusal(get({ id: 'remade' }))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

it('draws two at a time; the others wait', async () => {
  const widths = [100, 200, 300, 400, 500];
  const shown = await Promise.all(widths.map((width) => get({ width })));
  expect(await Promise.all(shown.map(async ({ picture }) => (await formOf(picture)).width))).toEqual(widths);
});
