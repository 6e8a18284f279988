import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore, type BlobStore } from '@symbio/blobs';
import { createLogger, newId, serviceActor } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock } from '@symbio/runtime/testing';
import { RecordPageRequest } from '@symbio/proto/document';
import { pagePrefix } from '../files/blob-keys.js';
import type { PageRow } from '../model.js';
import type { AttemptedDocument, PageWriter } from '../repository.js';
import { createOrphanPictureSweep } from './orphan-picture-sweep.js';
import { isStaleReport } from './page-report.js';

const PROJECT = newId();
const DAY_MS = 24 * 3_600_000;
const worker = serviceActor('document-worker');

let folder: string;
let blobs: BlobStore;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-left-pictures-'));
  blobs = createFolderStore({ dir: folder, secret: 'a secret of the tests, long enough' });
});
afterEach(async () => {
  await blobs.close();
  await rm(folder, { recursive: true, force: true });
});

/** Document whose pages have these stored folders; the first of each is the referenced one. */
async function world(pages: readonly { stored: readonly string[]; refers?: boolean; token?: number }[], token = 3) {
  const clock = new TestClock();
  const rows = new MemoryRows<PageRow>(clock);
  const documentId = newId();
  const ids: string[] = [];
  const keyOf = (number: number, name: string, file: string) =>
    `${pagePrefix(PROJECT, documentId, number)}/${name}/${file}`;
  for (const [index, { stored, refers = true, token: told }] of pages.entries()) {
    const pageNumber = index + 1;
    for (const name of stored)
      for (const file of ['pyramid.tif', 'thumbnail.webp'])
        await blobs.put(keyOf(pageNumber, name, file), Buffer.from('x'), { contentType: 'image/tiff' });
    const picture = (file: string) => (refers && stored[0] ? keyOf(pageNumber, stored[0], file) : '');
    const id = newId();
    ids.push(id);
    const values = {
      ...{ documentId, projectId: PROJECT, pageNumber, status: refers ? 'ready' : 'pending', fencingToken: told },
      ...{ imagePath: picture('pyramid.tif'), thumbnailPath: picture('thumbnail.webp') },
    };
    await rows.insert(id, values as unknown as PageRow, worker, () => []);
  }
  const attemptedAt = clock.now();
  const attempted: AttemptedDocument[] = [{ _id: documentId, projectId: PROJECT, fencingToken: token, attemptedAt }];
  const forgotten: string[] = [];
  /** Hook that runs just before a page is written. */
  const meanwhile = { change: (): Promise<unknown> => Promise.resolve() };
  const pageWriter: Pick<PageWriter, 'change'> = {
    async change(...given) {
      await meanwhile.change();
      return rows.change(...given);
    },
  };
  const sweeper = createOrphanPictureSweep({
    repository: {
      attemptedBetween: (after, before) =>
        Promise.resolve(attempted.filter(({ attemptedAt: at }) => at > after && at < before)),
      sheets: (id) =>
        id === documentId ? Promise.resolve(rows.all()) : Promise.reject(new Error('The database is away.')),
      clearAttempts: (id) => Promise.resolve(void forgotten.push(id)),
    },
    ...{ pageWriter, blobs, clock, log: createLogger({ name: 'test', level: 'silent' }) },
  });
  return {
    ...{ rows, clock, ids, documentId, attempted, forgotten, meanwhile, keyOf },
    sweep: (signal = new AbortController().signal) => sweeper.sweep(signal),
    stored: async (): Promise<string[]> => {
      const found = new Set<string>();
      for await (const { key } of blobs.list()) found.add(key.split('/').slice(5, 7).join('/'));
      return [...found];
    },
  };
}

it('removes pictures of dead attempts after a day, and no referenced ones', async () => {
  const { sweep, stored, clock, rows, ids, documentId, forgotten } = await world([
    { stored: ['aa_t3', 'aa_t1', 'bb_t2', 'former'], token: 3 },
    { stored: ['aa_t1'], refers: false },
    { stored: ['cc'] },
  ]);
  clock.advance(DAY_MS);
  await sweep();
  expect(await stored()).toHaveLength(6);
  clock.advance(1);
  const before = rows.all();
  await sweep();
  expect(await stored()).toEqual(['1/aa_t3', '3/cc']);
  expect(forgotten).toEqual([documentId]);
  // no page events; a page without leftovers is not written
  expect(rows.published).toEqual([]);
  expect(rows.all().map(({ updatedAt }) => updatedAt)).toEqual(before.map(({ updatedAt }) => updatedAt));
  expect(rows.find(ids[2]!)).toEqual(before[2]);
});

it('refuses the late report of an attempt whose pictures were removed', async () => {
  const { sweep, clock, rows, ids, keyOf } = await world([{ stored: ['aa_t2', 'bb_t3'], token: 2 }]);
  clock.advance(DAY_MS + 1);
  await sweep();
  const late = (fencingToken: number) =>
    RecordPageRequest.fromPartial({ imagePath: keyOf(1, `bb_t${fencingToken}`, 'pyramid.tif'), fencingToken });
  const page = rows.find(ids[0]!)!;
  expect(isStaleReport(late(3), page)).toBe(true);
  // the next attempt gets a higher token
  expect(isStaleReport(late(4), page)).toBe(false);
});

it.each([
  ['one of before', 'bb_t3', 3],
  ['one that began since', 'cc_t4', 4],
])('keeps pictures that %s has just reported', async (_, name, fencingToken) => {
  const { sweep, stored, clock, rows, ids, keyOf, meanwhile } = await world([{ stored: ['aa_t2', 'bb_t3'], token: 2 }]);
  meanwhile.change = async () => {
    await blobs.put(keyOf(1, 'cc_t4', 'pyramid.tif'), Buffer.from('x'), { contentType: 'image/tiff' });
    const set = { imagePath: keyOf(1, name, 'pyramid.tif'), thumbnailPath: keyOf(1, name, 'x'), fencingToken };
    await rows.change(ids[0]!, worker, () => ({ set, events: [] }));
  };
  clock.advance(DAY_MS + 1);
  await sweep();
  expect(await stored()).toContain(`1/${name}`);
  // earlier unreferenced folders are left to the next attempt's report and the next sweep
  expect(rows.find(ids[0]!)?.fencingToken).toBe(4);
});

it('skips a failing document, and retries it in the next sweep', async () => {
  const { sweep, stored, clock, attempted, forgotten, documentId } = await world([
    { stored: ['aa_t3', 'bb_t2'], token: 3 },
  ]);
  const [first] = attempted;
  attempted.unshift({ ...first!, _id: newId(), attemptedAt: new Date(first!.attemptedAt.getTime() - 1) });
  clock.advance(DAY_MS + 1);
  await sweep(AbortSignal.abort());
  expect(forgotten).toEqual([]);
  await sweep();
  expect([await stored(), forgotten]).toEqual([['1/aa_t3'], [documentId]]);
});

it('retries files that could not be removed', async () => {
  const { sweep, clock, forgotten } = await world([{ stored: ['aa_t3', 'bb_t2'], token: 3 }]);
  clock.advance(DAY_MS + 1);
  const removePrefix = blobs.removePrefix.bind(blobs);
  blobs.removePrefix = () => Promise.reject(new Error('The store is away.'));
  await sweep();
  expect(forgotten).toEqual([]);
  blobs.removePrefix = removePrefix;
  await sweep();
  expect(forgotten).toHaveLength(1);
});
