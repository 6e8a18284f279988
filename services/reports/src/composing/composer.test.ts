import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFolderStore, type BlobStore } from '@symbio/blobs';
import { MemoryRows } from '@symbio/mongo/testing';
import { newId, serviceActor } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import type { VersionRow } from '../model.js';
import { createComposer } from './composer.js';
import type { Compose } from './run-child.js';

const MANIFEST = JSON.stringify({ files: [{ path: 'evidence.json' }, { path: 'report.pdf' }] });
const EVIDENCE = JSON.stringify({ annotations: [], pages: [], figures: [], photographs: [] });
const self = serviceActor('reports');
const clock = new TestClock();
let root: string;
let blobs: BlobStore;
let rows: MemoryRows<VersionRow>;
let id: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'symbio-composer-'));
  blobs = createFolderStore({ dir: path.join(root, 'blobs'), secret: 'a-secret-only-for-tests' });
  await blobs.prepare();
  rows = new MemoryRows<VersionRow>(clock);
  id = newId();
  const key = `reports/p/${id}/evidence.json`;
  await blobs.put(key, Buffer.from(EVIDENCE), { contentType: 'application/json' });
  const file = { name: 'evidence.json', key, bytes: EVIDENCE.length, sha256: 'e', contentType: 'application/json' };
  const values = {
    ...{ projectId: 'p', number: 1, state: 'draft' as const, evidenceSha256: 'e', manifestSha256: '', files: [file] },
    ...{ composition: 'waiting' as const, percent: 0, problem: '', leaseUntil: clock.now(), photographs: [] },
    ...{ basedOnId: '', lockedById: 'u', lockedByName: 'Ada', reason: '', deliveryDate: '' },
  };
  await rows.insert(id, values, self, () => []);
});
afterEach(() => rm(root, { recursive: true, force: true }));

function composer(compose: Compose) {
  const waiting = [id];
  return createComposer({
    repository: {
      versions: rows,
      version: (wanted) => Promise.resolve(rows.find(wanted)),
      claim: () => Promise.resolve(rows.find(waiting.pop() ?? '')),
      extendLease: () => Promise.resolve(),
      release: async (released, hasFailed) => {
        waiting.push(released);
        const failedAttempts = (rows.find(released)?.failedAttempts ?? 0) + Number(hasFailed);
        await rows.change(released, self, () => ({ set: { failedAttempts }, events: [] }));
      },
    },
    ...{ blobs, compose, self, document: { getPageImage: () => Promise.reject(new Error('not asked for')) } },
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    folder: path.join(root, 'work'),
    log: { warn: () => undefined, error: () => undefined },
  });
}
const signal = new AbortController().signal;

it('stores the files of a version, and the hash of their manifest', async () => {
  await composer(async (folder, { onProgress }) => {
    onProgress({ step: 'pdf', done: 1, total: 1 });
    await mkdir(path.join(folder, 'report'));
    expect(await readFile(path.join(folder, 'evidence.json'), 'utf8')).toBe(EVIDENCE);
    await writeFile(path.join(folder, 'report', 'report.pdf'), '%PDF');
    await writeFile(path.join(folder, 'report', 'manifest.json'), MANIFEST);
  })(signal);
  const row = rows.find(id);
  expect(row).toMatchObject({ composition: 'done', percent: 100, state: 'draft' });
  expect(row?.files.map(({ name }) => name)).toEqual(['evidence.json', 'report.pdf', 'manifest.json']);
  expect(row?.manifestSha256).toBe(row?.files[2]?.sha256);
});

it('fails with a sentence after three attempts, which are repeated before', async () => {
  const run = composer(() => Promise.reject(new Error('ENOSPC: no space left on device')));
  for (let attempt = 1; attempt < 3; attempt++) {
    await expect(run(signal)).rejects.toThrow('ENOSPC');
    expect(rows.find(id)?.composition).toBe('waiting');
  }
  await run(signal);
  expect(rows.find(id)).toMatchObject({
    composition: 'failed',
    problem:
      'The files of this version could not be made. Lock a new version; if it fails again, tell your administrator.',
  });
});

it('does not count an attempt that the end of the process interrupted', async () => {
  const stopping = new AbortController();
  const run = composer(() => {
    stopping.abort();
    return Promise.reject(new Error('The operation was aborted'));
  });
  for (let attempt = 1; attempt <= 3; attempt++) await expect(run(stopping.signal)).rejects.toThrow('aborted');
  expect(rows.find(id)?.composition).toBe('waiting');
});

it('repeats a composition whose child was killed', async () => {
  let tries = 0;
  const run = composer(async (folder) => {
    tries++;
    if (tries === 1) throw new Error('The composing child ended early (SIGKILL).');
    await mkdir(path.join(folder, 'report'));
    await writeFile(path.join(folder, 'report', 'report.pdf'), '%PDF');
    await writeFile(path.join(folder, 'report', 'manifest.json'), MANIFEST);
  });
  await expect(run(signal)).rejects.toThrow('SIGKILL');
  expect(rows.find(id)?.composition).toBe('waiting');
  await run(signal);
  expect(rows.find(id)?.composition).toBe('done');
});
