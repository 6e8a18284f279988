import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { conflict, createLogger, createMetrics, newId } from '@symbio/runtime';
import { createFolderStore, type BlobStore } from '@symbio/blobs';
import type { PipelineJob, ReadyPage } from '@symbio/page-engine/pipeline';
import type { Document, RecordPageRequest } from '@symbio/proto/document';
import { createAttemptReport } from './attempt-report.js';
import { makePages } from './page-pictures.js';
import type { Peers } from './peers.js';
import type { WorkItem, WorkTools } from './work.js';

const PROJECT = newId();
const DOCUMENT = newId();
const PAGE = `projects/${PROJECT}/documents/${DOCUMENT}/pages/1`;
const ORIGINAL = `projects/${PROJECT}/documents/${DOCUMENT}/original.pdf`;

let folder: string;
let blobs: BlobStore;
let recorded: Partial<RecordPageRequest>[];
let imagePath: string;
let rowToken: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-page-pictures-'));
  blobs = createFolderStore({ dir: folder, secret: 'a secret of the tests, long enough' });
  await blobs.put(ORIGINAL, Buffer.from('%PDF'), { contentType: 'application/pdf' });
  recorded = [];
  imagePath = '';
  rowToken = 0;
});
afterEach(async () => {
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

type Made = Partial<ReadyPage> & Pick<ReadyPage, 'hash'>;

interface Attempt {
  token?: number;
  only?: boolean;
  bytes?: string;
  blobStore?: BlobStore;
  onStored?: () => Promise<unknown>;
}

/** The engine yields these pictures of page 1 in order, each with the given bytes. */
async function make(
  pages: readonly Made[],
  { token = 1, only = false, bytes = 'tiles', blobStore = blobs, onStored }: Attempt = {},
): Promise<void> {
  const peers = {
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    jobs: { reportProgress: () => Promise.resolve({ lost: false, giveWay: false, stop: false }) },
    documents: {
      recordPageCount: () => Promise.resolve({}),
      recordPage: async (request: Partial<RecordPageRequest>) => {
        await onStored?.();
        const { fencingToken = 0 } = request;
        if (fencingToken < rowToken) throw conflict('superseded', 'Another attempt has made this page since.');
        recorded.push(request);
        // a late preview is ignored
        if (!request.preview || imagePath === '') {
          imagePath = request.imagePath ?? imagePath;
          rowToken = fencingToken;
        }
        return { page: { imagePath } };
      },
    },
  } as unknown as Peers;
  const run = async ({ outDir, onOpened, onPage }: PipelineJob) => {
    await onOpened?.(1);
    for (const page of pages) {
      await mkdir(path.join(outDir, '1'), { recursive: true });
      await writeFile(path.join(outDir, '1/pyramid.tif'), bytes);
      await writeFile(path.join(outDir, '1/thumbnail.webp'), 'small');
      const files = { pyramidFile: '1/pyramid.tif', thumbnailFile: '1/thumbnail.webp', format: 'jpg' } as const;
      const size = { width: 800, height: 600, dpi: 100, pictureShare: 1 };
      const metadata = { pageType: { value: 'other', confidence: 0 } };
      await onPage?.({
        ...{ status: 'ready', pageNumber: 1, madeBy: 'rendered', preview: false, text: '', words: [], unread: [] },
        ...{ ...files, ...size, metadata, ...page },
      } as ReadyPage);
    }
    return { totalPages: 1, made: 1, skipped: 0, failed: [] };
  };
  const log = createLogger({ name: 'test', level: 'silent' });
  const report = createAttemptReport(peers, { jobId: 'j', attempt: 1, workerId: 'w' }, log);
  const document = { id: DOCUMENT, projectId: PROJECT, filePath: ORIGINAL, totalPages: 1 } as Document;
  const item: WorkItem = {
    ...{ jobId: 'j', fencingToken: token, document, readyPages: [], analyzedPages: [], pageNumbers: only ? [1] : [] },
    ...{ report, signal: new AbortController().signal },
  };
  const tools = { peers, blobs: blobStore, runner: { run }, metrics: createMetrics('test'), log };
  try {
    await makePages(item, tools as unknown as WorkTools);
  } finally {
    await report.end();
  }
}

async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of blobs.list(PAGE)) keys.push(key.slice(PAGE.length + 1));
  return keys;
}
const textOf = async (key: string): Promise<string> => (await blobs.readRange(key, 0, 100)).toString();

describe('pictures of a page', () => {
  it('are removed when replaced, with everything derived from them', async () => {
    await make([{ hash: 'first' }]);
    await blobs.put(`${PAGE}/first_t1/image.jpg`, Buffer.from('in full'), { contentType: 'image/jpeg' });
    await make([{ hash: 'second' }], { token: 2, only: true });
    expect(await stored()).toEqual(['second_t2/pyramid.tif', 'second_t2/thumbnail.webp']);
    expect(recorded.map(({ contentHash }) => contentHash)).toEqual(['first_t1', 'second_t2']);
  });

  it('of versions without folders per attempt are removed, too', async () => {
    for (const folder of ['0a1b2c', `0a1b2c-${newId()}`])
      await blobs.put(`${PAGE}/${folder}/pyramid.tif`, Buffer.from('old'), { contentType: 'image/tiff' });
    await make([{ hash: 'new' }], { only: true });
    expect(await stored()).toEqual(['new_t1/pyramid.tif', 'new_t1/thumbnail.webp']);
  });

  it('replace the preview', async () => {
    await make([{ hash: 'preview', preview: true }, { hash: 'full' }]);
    expect(await stored()).toEqual(['full_t1/pyramid.tif', 'full_t1/thumbnail.webp']);
  });

  it('are not replaced by a late preview', async () => {
    await make([{ hash: 'full' }]);
    await make([{ hash: 'preview', preview: true }], { token: 2 });
    expect(await stored()).toEqual(expect.arrayContaining(['full_t1/pyramid.tif', 'full_t1/thumbnail.webp']));
  });

  it('that are made again replace equal ones, which may be damaged', async () => {
    await make([{ hash: 'same' }], { bytes: 'dmgd!' });
    await make([{ hash: 'same' }], { token: 2, only: true });
    expect(recorded.at(-1)).toMatchObject({ contentHash: 'same_t2', imagePath: `${PAGE}/same_t2/pyramid.tif` });
    expect(await textOf(imagePath)).toBe('tiles');
    expect(await stored()).toEqual(['same_t2/pyramid.tif', 'same_t2/thumbnail.webp']);
  });

  it('exist continuously while they are made again, also after an abort', async () => {
    await make([{ hash: 'same' }]);
    const broken: BlobStore = { ...blobs, putFile: () => Promise.reject(new Error('the process ends')) };
    const again = make([{ hash: 'same' }], { token: 2, only: true, blobStore: broken });
    await expect(again).rejects.toThrow('the process ends');
    expect(await stored()).toEqual(['same_t1/pyramid.tif', 'same_t1/thumbnail.webp']);
    expect(imagePath).toBe(`${PAGE}/same_t1/pyramid.tif`);
  });
});

describe('two concurrent attempts at a page', () => {
  it.each(['same', 'other'])(
    'keep the referenced pictures: the earlier one is refused, with the hash %s',
    async (hash) => {
      // the later attempt runs completely between the earlier one's files and record
      const later = () => make([{ hash }], { token: 2, only: true });
      const earlier = make([{ hash: 'same' }], { token: 1, only: true, onStored: later });
      await expect(earlier).rejects.toMatchObject({ reason: 'superseded' });
      expect(imagePath).toBe(`${PAGE}/${hash}_t2/pyramid.tif`);
      expect(await stored()).toEqual([`${hash}_t2/pyramid.tif`, `${hash}_t2/thumbnail.webp`]);
    },
  );

  it.each(['same', 'other'])(
    'keep pictures that the later one has stored but not reported, with the hash %s',
    async (hash) => {
      const earlier = () => make([{ hash: 'same' }], { token: 1, only: true });
      await make([{ hash }], { token: 2, only: true, onStored: earlier });
      expect(recorded.map(({ contentHash }) => contentHash)).toEqual(['same_t1', `${hash}_t2`]);
      expect(await textOf(imagePath)).toBe('tiles');
      expect(await stored()).toEqual([`${hash}_t2/pyramid.tif`, `${hash}_t2/thumbnail.webp`]);
    },
  );

  it('keep each other’s previews', async () => {
    const preview = { hash: 'preview', preview: true };
    const later = () => make([preview], { token: 2 });
    await expect(make([preview], { onStored: later })).rejects.toMatchObject({ reason: 'superseded' });
    expect(imagePath).toBe(`${PAGE}/preview_t2/pyramid.tif`);
    expect(await textOf(imagePath)).toBe('tiles');
  });
});
