/** Share links and the IIIF image service over gRPC and HTTP, with a stored pyramid and a real database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore } from '@symbio/blobs';
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { person } from '@symbio/runtime/testing';
import { sheet, writeJpegPyramid } from '@symbio/page-engine/testing';
import { maxLevelOf } from '@symbio/page-engine/pyramids';
import { PageMetadata, type Page } from '@symbio/proto/document';
import sharp from 'sharp';
import { documentPrefix } from '../src/files/blob-keys.js';
import { textPdf } from './fixtures.js';
import { refusal, startStack, type Stack } from './stack.js';

const SIZE = { width: 1_300, height: 900 };
let stack: Stack;
let folder: string;
const owner = person({ name: 'Olive Owner' });

beforeAll(async () => {
  stack = await startStack();
  stack.roles[owner.sub] = { [stack.projectId]: 'owner' };
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-share-test-'));
});
afterAll(async () => {
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

async function sheetOf(name: string): Promise<{ documentId: string; page: Page }> {
  const { id: documentId, projectId } = await stack.upload(await textPdf(name), { category: 'sanborn_maps' });
  const imagePath = `${documentPrefix(projectId, documentId)}/pages/1/abc/pyramid.tif`;
  const file = path.join(folder, `${documentId}.tif`);
  await writeJpegPyramid(sheet(SIZE.width, SIZE.height), SIZE.width, SIZE.height, file);
  const blobs = createFolderStore({ dir: stack.blobDir, secret: stack.config.FILES_SECRET });
  await blobs.putFile(imagePath, file, { contentType: 'image/tiff' });
  await blobs.close();
  const [jobId, worker] = [newId(), await callAsService('document-worker')];
  await stack.documents.beginProcessing({ documentId, jobId }, worker);
  await stack.documents.recordPageCount({ documentId, totalPages: 2 }, worker);
  const { page } = await stack.documents.recordPage(
    {
      ...{ documentId, jobId, pageNumber: 1, contentHash: 'abc', tileFormat: 'jpg', imagePath },
      ...{ thumbnailPath: imagePath.replace('pyramid.tif', 'thumbnail.webp'), ...SIZE, dpi: 300, analyzed: true },
      ...{ words: [], metadata: PageMetadata.fromPartial({ pageType: 'sanborn_map' }) },
    },
    worker,
  );
  if (!page) throw new Error('no page was recorded');
  return { documentId, page };
}

const at = (address: string) => fetch(`http://127.0.0.1:${stack.service.filesPort}${address}`, { redirect: 'manual' });
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

it('shows the pages of its document to viewers of other origins until it is revoked', async () => {
  const [{ documentId, page }, other] = [await sheetOf('1887'), await sheetOf('1896')];
  const as = {
    owner: await callAs(owner),
    viewer: await callAs(stack.viewer),
    gateway: await callAsService('gateway'),
  };
  const asked = { documentId, name: 'For the county', withFindings: true };
  const { shareLink, token } = await stack.documents.createShareLink(asked, as.owner);
  const base = `/iiif/3/s/${token}/${page.id}`;

  const info = await at(`${base}/info.json`);
  expect([info.status, info.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  expect(info.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect(await info.json()).toMatchObject({ ...SIZE, profile: 'level2' });
  const drawn = await at(`${base}/square/!300,300/0/default.png`);
  expect(await sharp(await bytesOf(drawn)).metadata()).toMatchObject({ format: 'png', width: 300, height: 300 });
  const preflight = await fetch(`http://127.0.0.1:${stack.service.filesPort}${base}/info.json`, { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([
    204,
    'GET, HEAD, OPTIONS',
  ]);

  expect((await at(`/iiif/3/s/${token}/${other.page.id}/info.json`)).status).toBe(404);
  const opened = await stack.documents.openShareLink({ token }, as.gateway);
  expect(opened).toMatchObject({ document: { id: documentId }, pages: [{ id: page.id }], withFindings: true });
  expect(opened.document?.fileUrl).toBe('');
  const { shareLinks } = await stack.documents.listShareLinks({ documentId }, as.viewer);
  expect(shareLinks).toMatchObject([{ id: shareLink?.id, name: 'For the county', byName: 'Olive Owner' }]);
  expect(shareLinks[0]?.lastUsedAt).toBeInstanceOf(Date);

  await stack.documents.revokeShareLink({ documentId, id: shareLink?.id ?? '' }, as.owner);
  const revoked = await at(`${base}/info.json`);
  expect([revoked.status, revoked.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  expect(await refusal(stack.documents.openShareLink({ token }, as.gateway))).toMatchObject({ code: 'NOT_FOUND' });
});

it('shows nothing while its document is deleted, and goes with it', async () => {
  const { documentId, page } = await sheetOf('1904');
  const as = { owner: await callAs(owner), gateway: await callAsService('gateway') };
  const { token } = await stack.documents.createShareLink({ documentId, name: 'x', withFindings: false }, as.owner);
  const address = `/iiif/3/s/${token}/${page.id}/info.json`;
  await stack.documents.deleteDocument({ id: documentId }, as.owner);
  expect((await at(address)).status).toBe(404);
  await stack.documents.restoreDocument({ id: documentId }, as.owner);
  expect((await at(address)).status).toBe(200);
  await stack.documents.deleteDocument({ id: documentId }, as.owner);
  await stack.documents.eraseDocument({ id: documentId }, as.owner);
  expect((await at(address)).status).toBe(404);
});

it('sends the same tile through the signed prefix, the share link and the API, without CORS on the first', async () => {
  const { documentId, page } = await sheetOf('1915');
  const as = { owner: await callAs(owner), viewer: await callAs(stack.viewer), stranger: await callAs(stack.stranger) };
  const { token } = await stack.documents.createShareLink({ documentId, name: 'x', withFindings: false }, as.owner);
  const { page: linked } = await stack.documents.getPage({ id: page.id }, as.viewer);
  const tiles = linked?.tileSource?.url ?? '';
  const parts = ['0,0,1024,512', '512,256', '0', 'default.jpg'];
  const tile = ['512,0,512,512', '512,512', '0', 'default.jpg'];
  const stored = await bytesOf(await at(`${tiles}${maxLevelOf(SIZE.width, SIZE.height)}/1_0.jpg`));
  const signed = await at(`${tiles.replace('/files/t/', '/iiif/3/')}${tile.join('/')}`);
  expect(signed.headers.get('access-control-allow-origin')).toBeNull();
  expect((await bytesOf(signed)).equals(stored)).toBe(true);
  expect((await bytesOf(await at(`/iiif/3/s/${token}/${page.id}/${tile.join('/')}`))).equals(stored)).toBe(true);
  const asked = { pageId: page.id, base: 'https://symbio.example/x', accept: '' };
  const answer = await stack.documents.getIiifImage({ ...asked, parts: tile }, as.viewer);
  expect(Buffer.from(answer.body).equals(stored)).toBe(true);
  expect(answer.link).toContain('<https://symbio.example/x/512,0,512,512/max/0/default.jpg>;rel="canonical"');
  const half = await stack.documents.getIiifImage({ ...asked, parts }, as.viewer);
  expect(await sharp(half.body).metadata()).toMatchObject({ format: 'jpeg', width: 512, height: 256 });
  expect(await refusal(stack.documents.getIiifImage({ ...asked, parts }, as.stranger))).toMatchObject({
    code: 'NOT_FOUND',
  });
});

it('is made by owners only', async () => {
  const { documentId } = await sheetOf('1926');
  const asked = { documentId, name: 'x', withFindings: false };
  for (const actor of [stack.editor, stack.viewer, { ...owner, via: 'api_key' as const }])
    expect(await refusal(stack.documents.createShareLink(asked, await callAs(actor)))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
});
