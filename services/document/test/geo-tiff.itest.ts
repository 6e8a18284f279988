/** GeoTIFFs of placed sheets over gRPC, read in parts from the stored picture, and regions of a sheet. */
import path from 'node:path';
import { createFolderStore } from '@symbio/blobs';
import { planeAt } from '@symbio/georeference';
import { makeScratch, sheet, writeJpegPyramid } from '@symbio/page-engine/testing';
import { ControlPoint, PageMetadata } from '@symbio/proto/document';
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import sharp from 'sharp';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

const SIZE = { width: 1_100, height: 1_700 };
const ORIGIN = { longitude: -73.945, latitude: 40.787 };

let stack: Stack;
let pageId: string;

beforeAll(async () => {
  stack = await startStack();
  const { id: documentId, projectId } = await stack.upload(await textPdf('geo tiff'), { category: 'sanborn_maps' });
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  const prefix = `${documentPrefix(projectId, documentId)}/pages/1/abc1`;
  const imagePath = `${prefix}/pyramid.tif`;
  const scratch = await makeScratch();
  const file = path.join(scratch.dir, 'pyramid.tif');
  await writeJpegPyramid(sheet(SIZE.width, SIZE.height), SIZE.width, SIZE.height, file);
  const blobs = createFolderStore({ dir: stack.blobDir, secret: stack.config.FILES_SECRET });
  await blobs.putFile(imagePath, file, { contentType: 'image/tiff' });
  await blobs.close();
  await scratch.remove();
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 1 }, worker);
  const { page } = await stack.documents.recordPage(
    {
      ...{ documentId, jobId, pageNumber: 1, contentHash: 'abc1', tileFormat: 'jpg', imagePath },
      ...{ thumbnailPath: `${prefix}/thumbnail.webp`, ...SIZE, dpi: 100, analyzed: true, words: [] },
      metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map', year: 1896 }),
    },
    worker,
  );
  pageId = page?.id ?? '';
});
afterAll(() => stack.stop());

const at = (x: number, y: number, feet = 0): ControlPoint => {
  const { longitude, latitude } = planeAt(ORIGIN).toPlace(x * 0.9 + feet, -y * 0.9);
  return ControlPoint.fromPartial({ x, y, longitude, latitude, used: true, source: 'map' });
};
const points = [at(100, 100), at(1_000, 150), at(980, 1_600), at(120, 1_550)];

it('reads a placed sheet as a GeoTIFF, part by part', async () => {
  const as = await callAs(stack.viewer);
  const read = (offset: number, tag = '') => stack.documents.readGeoTiff({ pageId, offset, tag }, as);
  expect(await refusal(read(0))).toMatchObject({ code: 'NOT_FOUND', reason: 'not_placed' });
  await stack.documents.saveGeoreference({ pageId, points }, await callAs(stack.editor));
  const first = await read(0);
  const rest = await read(first.part.length, first.tag);
  const bytes = Buffer.concat([first.part, rest.part]);
  expect(bytes).toHaveLength(first.totalBytes);
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'tiff', ...SIZE });
  const middle = await read(1_000, first.tag);
  expect(Buffer.from(middle.part).equals(bytes.subarray(1_000))).toBe(true);
  // the place changes while it is read
  await stack.documents.saveGeoreference({ pageId, points: points.slice(0, 3) }, await callAs(stack.editor));
  expect(await refusal(read(1_000, first.tag))).toMatchObject({ code: 'ABORTED', reason: 'stale' });
  const stranger = await callAs(stack.stranger);
  expect(await refusal(stack.documents.readGeoTiff({ pageId }, stranger))).toMatchObject({ code: 'NOT_FOUND' });
});

it('keeps regions of a sheet, each with its own place', async () => {
  const editor = await callAs(stack.editor);
  const regionId = newId();
  const mask = [
    { x: 50, y: 900 },
    { x: 1_050, y: 900 },
    { x: 1_050, y: 1_650 },
    { x: 50, y: 1_650 },
  ];
  const inset = [at(100, 950, 5_000), at(1_000, 950, 5_000), at(980, 1_600, 5_000), at(120, 1_550, 5_000)];
  const save = (more: object) =>
    stack.documents.saveGeoreference({ pageId, points: inset, regionId, regionName: 'Inset', ...more }, editor);
  expect(await refusal(save({}))).toMatchObject({
    fields: { mask: expect.stringContaining('needs a mask') as string },
  });
  expect(await refusal(save({ mask, regionId: 'one' }))).toMatchObject({
    fields: { region_id: 'region_id must be sheet or a UUID' },
  });
  const { georeference: saved } = await save({ mask });
  expect(saved).toMatchObject({ regionId, regionName: 'Inset', state: 'exact' });
  const page = await stack.documents.getGeoreference({ pageId }, editor);
  expect(page.georeference).toMatchObject({ regionId: 'sheet' });
  expect(page.regions).toMatchObject([{ regionId, mask, history: [] }]);
  const region = await stack.documents.getGeoreference({ pageId, regionId }, editor);
  expect(region.georeference?.history).toHaveLength(1);
  expect(await refusal(stack.documents.getGeoreference({ pageId, regionId: newId() }, editor))).toMatchObject({
    code: 'NOT_FOUND',
  });

  const { projectId } = stack;
  const listed = async (withRegions: boolean) =>
    (await stack.documents.listGeoreferences({ projectId, withRegions }, editor)).georeferences.map(
      (one) => one.regionId,
    );
  expect(await listed(false)).not.toContain(regionId);
  expect(await listed(true)).toContain(regionId);
  const place = planeAt(ORIGIN).toPlace(5_000 + 500 * 0.9, -1_200 * 0.9);
  const { sheets } = await stack.documents.findSheetsAt({ projectId, place }, editor);
  expect(sheets).toMatchObject([{ georeference: { regionId } }]);
  expect(sheets[0]?.pixel?.y).toBeCloseTo(1_200, 0);
  const { counts } = await stack.documents.countPlacedPages({ projectIds: [projectId, newId()] }, editor);
  expect(counts).toEqual([{ projectId, rough: 1, exact: 0 }]);

  // taken off the earth, and restored
  const { georeference: cleared } = await save({ points: [], mask: [] });
  expect(cleared).toMatchObject({ state: 'none' });
  expect((await stack.documents.getGeoreference({ pageId }, editor)).regions).toEqual([]);
  const historyId = cleared?.history.at(-1)?.id ?? '';
  const { georeference: back } = await stack.documents.undoGeoreference({ pageId, historyId }, editor);
  expect(back).toMatchObject({ regionId, mask, state: 'exact' });
});
