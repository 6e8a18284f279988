import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore } from './blob-store.js';
import { createFolderStore } from './folder.js';

const KEY = 'projects/p1/documents/d1/original.pdf';
const PDF = { contentType: 'application/pdf' };

let dir: string;
let time: number;
let blobs: BlobStore;
const storeWith = (options: { openFiles?: number; secret?: string } = {}): BlobStore =>
  createFolderStore({
    dir,
    secret: 'secret',
    publicUrl: 'https://files.test',
    clock: { now: () => new Date(time) },
    ...options,
  });
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'symbio-blobs-'));
  time = Date.parse('2025-01-01T00:00:00Z');
  blobs = storeWith();
});
afterEach(async () => {
  await blobs.close();
  await rm(dir, { recursive: true, force: true });
});

const everything = async (): Promise<string[]> =>
  (await readdir(dir, { recursive: true, withFileTypes: true })).filter((e) => e.isFile()).map((e) => e.name);

describe('storing', () => {
  it('streams a body in and tells its length and hash', async () => {
    const body = Readable.from([Buffer.from('hello '), Buffer.from('world')]);
    expect(await blobs.put(KEY, body, PDF)).toEqual({
      bytes: 11,
      sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
    });
    expect(await blobs.stat(KEY)).toMatchObject({ bytes: 11, contentType: 'application/pdf' });
    expect((await buffer(await blobs.createReadStream(KEY))).toString()).toBe('hello world');
  });

  it('never overwrites a stored file, and keeps the first of two at once (CONST-04)', async () => {
    const results = await Promise.allSettled([
      blobs.put(KEY, Buffer.from('one'), PDF),
      blobs.put(KEY, Buffer.from('two'), PDF),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const before = await buffer(await blobs.createReadStream(KEY));
    await expect(blobs.put(KEY, Buffer.from('three'), PDF)).rejects.toMatchObject({ code: 'exists' });
    expect(await buffer(await blobs.createReadStream(KEY))).toEqual(before);
    expect((await everything()).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('leaves nothing behind when the body breaks off', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        await Promise.resolve();
        throw new Error('the connection broke');
      })(),
    );
    await expect(blobs.put(KEY, body, PDF)).rejects.toThrow('the connection broke');
    expect(await everything()).toEqual([]);
    expect(await blobs.exists(KEY)).toBe(false);
  });

  it('refuses a body that is longer than allowed, while it streams', async () => {
    let sent = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          sent += 1000;
          yield await Promise.resolve(Buffer.alloc(1000));
        }
      })(),
    );
    await expect(blobs.put(KEY, endless, { ...PDF, maxBytes: 5000 })).rejects.toMatchObject({ code: 'too_large' });
    expect(sent).toBeLessThan(100_000);
    expect(await everything()).toEqual([]);
  });

  it('moves a finished file in', async () => {
    const file = path.join(dir, 'made.tif');
    await writeFile(file, 'tiles');
    expect(await blobs.putFile('a/b.tif', file, { contentType: 'image/tiff' })).toEqual({ bytes: 5 });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await blobs.stat('a/b.tif')).toMatchObject({ bytes: 5, contentType: 'image/tiff' });
    await writeFile(file, 'other');
    await expect(blobs.putFile('a/b.tif', file, PDF)).rejects.toMatchObject({ code: 'exists' });
    expect((await blobs.readRange('a/b.tif', 0, 5)).toString()).toBe('tiles');
  });
});

describe('keys', () => {
  it.each([
    '../etc/passwd',
    'a/../b',
    '/etc/passwd',
    'a//b',
    '.hidden',
    'a/.b.json',
    '-rf',
    'a\\b',
    'a b',
    '',
    'a'.repeat(201),
  ])('%j is refused everywhere', async (key) => {
    const refused = { code: 'bad_key' };
    await expect(blobs.put(key, Buffer.from('x'), PDF)).rejects.toMatchObject(refused);
    await expect(blobs.createReadStream(key)).rejects.toMatchObject(refused);
    await expect(blobs.readRange(key, 0, 1)).rejects.toMatchObject(refused);
    await expect(blobs.stat(key)).rejects.toMatchObject(refused);
    await expect(blobs.exists(key)).rejects.toMatchObject(refused);
    await expect(blobs.remove(key)).rejects.toMatchObject(refused);
    await expect(blobs.localCopy(key)).rejects.toMatchObject(refused);
    await expect(blobs.signedUrl(key)).rejects.toMatchObject(refused);
    await expect(blobs.removePrefix(`${key}//`)).rejects.toMatchObject(refused);
  });
});

describe('reading', () => {
  beforeEach(() => blobs.put(KEY, Buffer.from('0123456789'), PDF));

  it('reads parts, with both ends included in a stream', async () => {
    expect((await buffer(await blobs.createReadStream(KEY, { start: 2, end: 4 }))).toString()).toBe('234');
    expect((await blobs.readRange(KEY, 7, 2)).toString()).toBe('78');
    expect((await blobs.readRange(KEY, 8, 10)).toString()).toBe('89');
  });

  it.each(['nothing/here', 'projects/p1', `${KEY}/deeper`])('says that %s is not there', async (key) => {
    const missing = { code: 'not_found' };
    await expect(blobs.createReadStream(key)).rejects.toMatchObject(missing);
    await expect(blobs.readRange(key, 0, 1)).rejects.toMatchObject(missing);
    await expect(blobs.stat(key)).rejects.toMatchObject(missing);
    await expect(blobs.localCopy(key)).rejects.toMatchObject(missing);
    expect(await blobs.exists(key)).toBe(false);
  });

  it('keeps reading right with more files than it keeps open', async () => {
    const small = storeWith({ openFiles: 2 });
    const keys = Array.from({ length: 12 }, (_, i) => `many/f${i}`);
    await Promise.all(keys.map((key) => small.put(key, Buffer.from(key), PDF)));
    const reads = [...keys, ...keys, ...keys].map(async (key) => [key, (await small.readRange(key, 0, 99)).toString()]);
    for (const [key, text] of await Promise.all(reads)) expect(text).toBe(key);
    await small.close();
  });

  it('hands out a file for libraries that want a path', async () => {
    const copy = await blobs.localCopy(KEY);
    expect((await stat(copy.path)).size).toBe(10);
    await copy.release();
  });
});

describe('removing', () => {
  it('takes the file and all traces of it, and may be repeated', async () => {
    await blobs.put(KEY, Buffer.from('x'), PDF);
    await blobs.readRange(KEY, 0, 1);
    await blobs.remove(KEY);
    await blobs.remove(KEY);
    expect(await everything()).toEqual([]);
    await expect(blobs.readRange(KEY, 0, 1)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('takes everything of one document and nothing of the next', async () => {
    await blobs.put('projects/p1/documents/d1/a', Buffer.from('x'), PDF);
    await blobs.put('projects/p1/documents/d1/pages/1/b', Buffer.from('x'), PDF);
    await blobs.put('projects/p1/documents/d10/a', Buffer.from('x'), PDF);
    await blobs.removePrefix('projects/p1/documents/d1');
    await blobs.removePrefix('projects/p1/documents/d1/');
    expect(await blobs.exists('projects/p1/documents/d1/pages/1/b')).toBe(false);
    expect(await blobs.exists('projects/p1/documents/d10/a')).toBe(true);
  });
});

describe('signed URLs', () => {
  const query = (url: string): URLSearchParams => new URL(url).searchParams;

  it('open one file for one hour (CONST-03)', async () => {
    const url = await blobs.signedUrl(KEY);
    expect(url.startsWith(`https://files.test/files/b/${KEY}?`)).toBe(true);
    expect(blobs.verify(KEY, query(url))).toEqual({ valid: true });
    time += 3599 * 1000;
    expect(blobs.verify(KEY, query(url))).toEqual({ valid: true });
    time += 1000;
    expect(blobs.verify(KEY, query(url))).toEqual({ valid: false, reason: 'expired' });
  });

  it('carry what the answer is called', async () => {
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
  ])('with %s are forged', async (_, change) => {
    const forged = query(await blobs.signedUrl(KEY));
    change(forged);
    expect(blobs.verify(KEY, forged)).toEqual({ valid: false, reason: 'forged' });
  });

  it('of another file or another secret are forged', async () => {
    const url = await blobs.signedUrl(KEY);
    expect(blobs.verify('projects/p1/documents/d2/original.pdf', query(url))).toMatchObject({ reason: 'forged' });
    expect(storeWith({ secret: 'other' }).verify(KEY, query(url))).toMatchObject({ reason: 'forged' });
  });
});
