import { jest } from '@jest/globals';
import {
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
  type FileHandle,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describeBlobStore } from './testing/blob-store-contract.js';
import type { BlobStore } from './blob-store.js';
import { createFolderStore } from './folder.js';

const KEY = 'projects/p1/documents/d1/original.pdf';
const PDF = { contentType: 'application/pdf' };

let dir: string;
let time: number;
let blobs: BlobStore;
const storeWith = (
  options: { openFiles?: number; secret?: string; previousSecret?: string | undefined; minFree?: number } = {},
) =>
  createFolderStore({
    dir,
    secret: 'secret',
    publicUrl: 'https://files.test',
    clock: { now: () => new Date(time) },
    ...options,
  });
const start = async (): Promise<void> => {
  dir = await mkdtemp(path.join(tmpdir(), 'symbio-blobs-'));
  time = Date.parse('2025-01-01T00:00:00Z');
  blobs = storeWith();
};
const stop = async (): Promise<void> => {
  await blobs.close();
  await rm(dir, { recursive: true, force: true });
};

const everything = async (): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name);

describe('a folder', () => {
  describeBlobStore(async () => {
    await start();
    return {
      blobs,
      signedWith: (secret, previousSecret) => storeWith({ secret, previousSecret }),
      remains: everything,
      advance: (ms) => void (time += ms),
      stop,
    };
  });
});

describe('a folder, as one', () => {
  beforeEach(start);
  afterEach(stop);

  it('reads correctly with more files than it keeps open', async () => {
    const small = storeWith({ openFiles: 2 });
    const keys = Array.from({ length: 12 }, (_, i) => `many/f${i}`);
    await Promise.all(keys.map((key) => small.put(key, Buffer.from(key), PDF)));
    const reads = [...keys, ...keys, ...keys].map(async (key) => [key, (await small.readRange(key, 0, 99)).toString()]);
    for (const [key, text] of await Promise.all(reads)) expect(text).toBe(key);
    await small.close();
  });

  it('finds no blob below another one', async () => {
    await blobs.put(KEY, Buffer.from('x'), PDF);
    await expect(blobs.stat(`${KEY}/deeper`)).rejects.toMatchObject({ code: 'not_found' });
    expect(await blobs.exists(`${KEY}/deeper`)).toBe(false);
  });

  it('finds no blob with the name of a folder of blobs', async () => {
    await blobs.put(KEY, Buffer.from('x'), PDF);
    const folder = path.dirname(KEY);
    await expect(blobs.createReadStream(folder)).rejects.toMatchObject({ code: 'not_found' });
    await expect(blobs.stat(folder)).rejects.toMatchObject({ code: 'not_found' });
    expect(await blobs.exists(folder)).toBe(false);
  });

  it('removes old leftovers of unfinished writes, and nothing else', async () => {
    await blobs.put(KEY, Buffer.from('x'), PDF);
    const left = path.join(dir, '.uploads', 'left.tmp');
    await writeFile(left, 'half');
    await writeFile(path.join(dir, '.uploads', 'under-way.tmp'), 'half');
    await utimes(left, new Date(2020, 1), new Date(2020, 1));
    expect(await blobs.removeAbandoned(new Date(2021, 1))).toBe(1);
    expect((await everything()).sort()).toEqual(['.original.pdf.json', 'original.pdf', 'under-way.tmp']);
  });

  it('reports a failed removal of a prefix and a failed listing when the disk fails', async () => {
    const [folder, others] = ['projects/p1/documents/d1', 'projects/p1/documents/d2'];
    for (const name of ['a', 'b', 'c']) await blobs.put(`${folder}/${name}`, Buffer.from('x'), PDF);
    const listed = blobs.list(folder)[Symbol.asyncIterator]();
    expect((await listed.next()).value).toEqual({ key: `${folder}/a`, bytes: 1 });
    // removed concurrently: missing, not an error
    await rm(path.join(dir, folder, 'b'));
    expect((await listed.next()).value).toEqual({ key: `${folder}/c`, bytes: 1 });

    await blobs.put(`${others}/a`, Buffer.from('x'), PDF);
    await blobs.put(`${others}/b`, Buffer.from('x'), PDF);
    const failing = blobs.list(others)[Symbol.asyncIterator]();
    await failing.next();
    // a self-referencing link: fails even for root, who may read everything
    await rm(path.join(dir, others), { recursive: true });
    await symlink('d2', path.join(dir, others));
    await expect(failing.next()).rejects.toMatchObject({ code: 'ELOOP' });
    await expect(blobs.removePrefix(others)).rejects.toMatchObject({ code: 'ELOOP' });
    await blobs.removePrefix(folder);
    await blobs.removePrefix(folder);
  });

  it('refuses a write with a sentence when the disk is full, and leaves nothing behind', async () => {
    // the system error of a write to a full disk
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    const body = (async function* () {
      yield await Promise.resolve(Buffer.from('half'));
      throw full;
    })();
    await expect(blobs.put(KEY, Readable.from(body), PDF)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      reason: 'storage_full',
    });
    expect(await everything()).toEqual([]);
  });

  it('explains in one sentence why it cannot be used', async () => {
    await expect(storeWith({ minFree: 2 ** 60 }).check()).rejects.toThrow(
      /^The disk of the blob store is full: \d+ MiB are free in .+, and 1099511627776 MiB are needed\.$/,
    );
    expect(await blobs.freeBytes()).toBeGreaterThan(0);
    await rm(dir, { recursive: true });
    await expect(blobs.check()).rejects.toThrow(`The folder ${dir} of the blob store does not exist.`);
    await writeFile(dir, 'a file');
    await expect(blobs.check()).rejects.toThrow(`${dir}, where blobs are to be stored, is not a folder.`);
  });

  it('is not created by a write: a volume that is not mounted must not be replaced', async () => {
    await rm(dir, { recursive: true });
    await expect(blobs.put(KEY, Buffer.from('x'), PDF)).rejects.toMatchObject({ reason: 'storage_unavailable' });
    await expect(readdir(dir)).rejects.toMatchObject({ code: 'ENOENT' });
    await blobs.prepare();
    await blobs.put(KEY, Buffer.from('x'), PDF);
  });

  // root may write everywhere
  (process.getuid?.() === 0 ? it.skip : it)('says that it cannot be written to', async () => {
    await mkdir(dir, { recursive: true });
    await chmod(dir, 0o500);
    await expect(blobs.check()).rejects.toThrow(`The folder ${dir} of the blob store cannot be written to (EACCES).`);
    await chmod(dir, 0o700);
  });
});

/**
 * Records fsync calls from now on: file content by inode number; for folders, their entries.
 *
 * @param code system error for folders
 */
async function synced(code?: string): Promise<Map<number, string>> {
  const handle = await open(dir, 'r');
  const all = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const disk = new Map<number, string>();
  const paths = async (): Promise<string[]> =>
    (await readdir(dir, { recursive: true })).map((name) => path.join(dir, name));
  async function note(this: FileHandle): Promise<void> {
    const { ino } = await this.stat();
    for (const each of [dir, ...(await paths())]) {
      const info = await stat(each);
      if (info.ino !== ino) continue;
      if (info.isDirectory() && code) throw Object.assign(new Error(code), { code });
      disk.set(ino, info.isDirectory() ? (await readdir(each)).sort().join(' ') : await readFile(each, 'utf8'));
    }
  }
  jest.spyOn(all, 'sync').mockImplementation(note);
  jest.spyOn(all, 'datasync').mockImplementation(note);
  return disk;
}

describe('an acknowledged file', () => {
  beforeEach(start);
  afterEach(async () => {
    jest.restoreAllMocks();
    await stop();
  });
  const inodeOf = async (name: string): Promise<number> => (await stat(path.join(dir, name))).ino;
  const writes: [string, () => Promise<unknown>][] = [
    ['put', () => blobs.put(KEY, Buffer.from('whole'), PDF)],
    [
      'putFile',
      async () => {
        const made = path.join(dir, 'made');
        await writeFile(made, 'whole');
        await blobs.putFile(KEY, made, PDF);
      },
    ],
  ];

  it.each(writes)('survives a power cut, with its type and its name (%s)', async (_, write) => {
    await blobs.prepare();
    const disk = await synced();
    await write();
    const folder = path.dirname(KEY);
    expect(disk.get(await inodeOf(KEY))).toBe('whole');
    expect(disk.get(await inodeOf(`${folder}/.original.pdf.json`))).toBe('{"contentType":"application/pdf"}');
    expect(disk.get(await inodeOf(folder))).toBe('.original.pdf.json original.pdf');
    // names of the created folders are synced as well
    expect(disk.get(await inodeOf('projects/p1/documents'))).toBe('d1');
    expect(disk.get(await inodeOf('projects/p1'))).toBe('documents');
    expect(disk.get(await inodeOf('projects'))).toBe('p1');
    expect(disk.get(await inodeOf('.'))).toContain('projects');
  });

  it.each(['EINVAL', 'EISDIR'])('is stored on systems that do not sync folders (%s)', async (code) => {
    await synced(code);
    await blobs.put(KEY, Buffer.from('whole'), PDF);
    expect((await blobs.readRange(KEY, 0, 9)).toString()).toBe('whole');
  });

  it('is not acknowledged when its name could not be synced, and is removed', async () => {
    await synced('EIO');
    await expect(blobs.put(KEY, Buffer.from('whole'), PDF)).rejects.toMatchObject({ reason: 'storage_unavailable' });
    expect(await everything()).toEqual([]);
  });

  it.each(['', '{"contentTy', 'null', '{"contentType":7}'])(
    'can be read without a type when that was lost (%j)',
    async (left) => {
      await blobs.put(KEY, Buffer.from('whole'), PDF);
      await writeFile(path.join(dir, path.dirname(KEY), '.original.pdf.json'), left);
      expect(await blobs.stat(KEY)).toMatchObject({ bytes: 5, contentType: 'application/octet-stream' });
      expect((await blobs.readRange(KEY, 0, 9)).toString()).toBe('whole');
    },
  );
});

describe('signed addresses', () => {
  beforeEach(start);
  afterEach(stop);
  const query = (url: string): URLSearchParams => new URL(url).searchParams;

  it('contain the file name of the download', async () => {
    const url = await blobs.signedUrl(KEY, {
      expiresIn: 60,
      contentType: 'application/pdf',
      fileName: 'Straße & Söhne.pdf',
    });
    expect(blobs.verify(KEY, query(url))).toEqual({
      valid: true,
      contentType: 'application/pdf',
      fileName: 'Straße & Söhne.pdf',
    });
  });

  it.each<[string, (q: URLSearchParams) => void]>([
    ['a later end', (q) => q.set('exp', String(Number(q.get('exp')) + 1))],
    ['another name', (q) => q.set('fn', 'x.html')],
    ['another type', (q) => q.set('ct', 'text/html')],
    ['no signature', (q) => q.delete('sig')],
    ['a short signature', (q) => q.set('sig', (q.get('sig') ?? '').slice(0, 10))],
    ['a word for the end', (q) => q.set('exp', 'never')],
  ])('are refused with %s', async (_, change) => {
    const forged = query(await blobs.signedUrl(KEY));
    change(forged);
    expect(blobs.verify(KEY, forged)).toEqual({ valid: false, reason: 'forged' });
  });
});
