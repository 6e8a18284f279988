import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore, createLogger, createMetrics, newId, type BlobStore } from '@symbio/kit';
import type { PipelineJob, ReadyPage } from '@symbio/page-engine/pipeline';
import type { Document, RecordPageRequest } from '@symbio/proto/document';
import { AttemptReport } from './attempt-report.js';
import { makePages } from './page-pictures.js';
import type { Peers } from './peers.js';
import type { WorkItem, WorkTools } from './work.js';

const PROJECT = newId();
const DOCUMENT = newId();
const PAGE = `projects/${PROJECT}/documents/${DOCUMENT}/pages/1`;
const ORIGINAL = `projects/${PROJECT}/documents/${DOCUMENT}/original.pdf`;

let folder: string;
let blobs: BlobStore;
/** Reports of the page, as the document service got them. */
let recorded: Partial<RecordPageRequest>[];
/** What the page's row says. */
let imagePath: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-page-pictures-'));
  blobs = createFolderStore({ dir: folder, secret: 'a secret of the tests, long enough' });
  await blobs.put(ORIGINAL, Buffer.from('%PDF'), { contentType: 'application/pdf' });
  recorded = [];
  imagePath = '';
});
afterEach(async () => {
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

type Made = Partial<ReadyPage> & Pick<ReadyPage, 'hash'>;

/** An attempt whose engine makes page 1 so, one picture after the other, each with these bytes. */
async function make(pages: readonly Made[], { only = false, bytes = 'tiles', blobStore = blobs } = {}): Promise<void> {
  const peers = {
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    jobs: { reportProgress: () => Promise.resolve({ lost: false, giveWay: false, stop: false }) },
    documents: {
      recordPageCount: () => Promise.resolve({}),
      recordPage: (request: Partial<RecordPageRequest>) => {
        recorded.push(request);
        // a late preview is not taken
        if (!request.preview || imagePath === '') imagePath = request.imagePath ?? imagePath;
        return Promise.resolve({ page: { imagePath } });
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
        ...{ status: 'ready', pageNumber: 1, madeBy: 'rendered', preview: false, text: '', words: [] },
        ...{ ...files, ...size, metadata, ...page },
      } as ReadyPage);
    }
    return { totalPages: 1, made: 1, skipped: 0, failed: [] };
  };
  const log = createLogger({ name: 'test', level: 'silent' });
  const report = new AttemptReport(peers, { jobId: 'j', attempt: 1, workerId: 'w' }, log);
  const document = { id: DOCUMENT, projectId: PROJECT, filePath: ORIGINAL, totalPages: 1 } as Document;
  const item: WorkItem = {
    ...{ jobId: 'j', document, readyPages: [], analyzedPages: [], pageNumbers: only ? [1] : [] },
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
  it('that were replaced go once the page has others, with what was made of them', async () => {
    await make([{ hash: 'first' }]);
    await blobs.put(`${PAGE}/first/image.jpg`, Buffer.from('in full'), { contentType: 'image/jpeg' });
    await make([{ hash: 'second' }], { only: true });
    expect(await stored()).toEqual(['second/pyramid.tif', 'second/thumbnail.webp']);
    expect(recorded.map(({ contentHash }) => contentHash)).toEqual(['first', 'second']);
  });

  it('take the place of its preview', async () => {
    await make([{ hash: 'preview', preview: true }, { hash: 'full' }]);
    expect(await stored()).toEqual(['full/pyramid.tif', 'full/thumbnail.webp']);
  });

  it('stay when a preview comes late', async () => {
    await make([{ hash: 'full' }]);
    await make([{ hash: 'preview', preview: true }]);
    expect(await stored()).toEqual(expect.arrayContaining(['full/pyramid.tif', 'full/thumbnail.webp']));
  });

  it('that are made anew and are equal replace those there are, which may be damaged', async () => {
    await make([{ hash: 'same' }], { bytes: 'dmgd!' });
    await make([{ hash: 'same' }], { only: true });
    const { contentHash = '', imagePath: now = '' } = recorded.at(-1) ?? {};
    expect(contentHash).toMatch(/^same-[\w-]+$/);
    // as the address of a tile takes it
    expect(contentHash.length).toBeLessThanOrEqual(64);
    expect(now).toBe(`${PAGE}/${contentHash}/pyramid.tif`);
    expect(await textOf(now)).toBe('tiles');
    expect(await stored()).toEqual([`${contentHash}/pyramid.tif`, `${contentHash}/thumbnail.webp`]);
  });

  it('are there all the time while they are made anew, also when that is broken off', async () => {
    await make([{ hash: 'same' }]);
    const broken: BlobStore = { ...blobs, putFile: () => Promise.reject(new Error('the process ends')) };
    await expect(make([{ hash: 'same' }], { only: true, blobStore: broken })).rejects.toThrow('the process ends');
    expect(await stored()).toEqual(['same/pyramid.tif', 'same/thumbnail.webp']);
    expect(imagePath).toBe(`${PAGE}/same/pyramid.tif`);
  });
});
