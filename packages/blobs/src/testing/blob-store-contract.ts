import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { BlobStore, ListedBlob } from '../blob-store.js';

export interface StoreUnderTest {
  blobs: BlobStore;
  /** The same location with another signing key. */
  signedWith(secret: string, previousSecret?: string): BlobStore;
  /** All stored files: blobs and leftovers of failed writes. */
  remains(): Promise<string[]>;
  /** Advances the clock of signed URLs. */
  advance(ms: number): void;
  stop(): Promise<void>;
}

const KEY = 'projects/p1/documents/d1/original.pdf';
const PDF = { contentType: 'application/pdf' };
const MIB = 1024 * 1024;

/** Body in chunks that match no part size; ends or fails. */
function body(mebibytes: number, breaksOff = false): Readable {
  const piece = Buffer.alloc(300_007, 'symbio');
  return Readable.from(
    (async function* () {
      for (let left = mebibytes * MIB; left > 0; left -= piece.length) {
        await Promise.resolve();
        yield piece.subarray(0, Math.min(left, piece.length));
      }
      if (breaksOff) throw new Error('the connection broke');
    })(),
    { objectMode: false },
  );
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const keysOf = async (items: AsyncIterable<ListedBlob>): Promise<string[]> => (await all(items)).map(({ key }) => key);

export function describeBlobStore(start: () => Promise<StoreUnderTest>): void {
  let under: StoreUnderTest;
  let blobs: BlobStore;
  let scratch: string;
  beforeEach(async () => {
    under = await start();
    blobs = under.blobs;
    scratch = await mkdtemp(path.join(tmpdir(), 'symbio-contract-'));
  });
  afterEach(async () => {
    await under.stop();
    await rm(scratch, { recursive: true, force: true });
  });

  describe('storing', () => {
    it('streams a body in and tells its length and hash', async () => {
      const words = Readable.from([Buffer.from('hello '), Buffer.from('world')]);
      expect(await blobs.put(KEY, words, PDF)).toEqual({
        bytes: 11,
        sha256: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9',
      });
      expect(await blobs.stat(KEY)).toMatchObject({ bytes: 11, contentType: 'application/pdf' });
      expect((await buffer(await blobs.createReadStream(KEY))).toString()).toBe('hello world');
      expect(await blobs.exists(KEY)).toBe(true);
    });

    it('stores a large body whole', async () => {
      const { bytes, sha256 } = await blobs.put(KEY, body(12), PDF);
      expect(bytes).toBe(12 * MIB);
      const copy = await blobs.put('copy', await blobs.createReadStream(KEY), PDF);
      expect(copy).toEqual({ bytes, sha256 });
    });

    it('stores a body of no bytes', async () => {
      expect(await blobs.put(KEY, Buffer.alloc(0), PDF)).toMatchObject({ bytes: 0 });
      expect(await blobs.stat(KEY)).toMatchObject({ bytes: 0, contentType: 'application/pdf' });
    });

    it.each([
      ['small', () => Buffer.from('x')],
      ['large', () => body(6)],
    ])('never overwrites, and keeps the first of two %s ones at once (CONST-04)', async (_, make) => {
      const results = await Promise.allSettled([blobs.put(KEY, make(), PDF), blobs.put(KEY, make(), PDF)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'exists' } });
      const before = await blobs.stat(KEY);
      await expect(blobs.put(KEY, Buffer.from('three'), PDF)).rejects.toMatchObject({ code: 'exists' });
      expect(await blobs.stat(KEY)).toEqual(before);
      await blobs.remove(KEY);
      expect(await under.remains()).toEqual([]);
    });

    it.each([0.1, 11])('leaves nothing behind when a body breaks off after %d MiB', async (mebibytes) => {
      await expect(blobs.put(KEY, body(mebibytes, true), PDF)).rejects.toThrow('the connection broke');
      expect(await under.remains()).toEqual([]);
      expect(await blobs.exists(KEY)).toBe(false);
    });

    it.each([5_000, 10 * MIB])('refuses a body longer than %d bytes, while it streams', async (maxBytes) => {
      let sent = 0;
      const endless = Readable.from(
        (async function* () {
          for (;;) {
            sent += 100_000;
            yield await Promise.resolve(Buffer.alloc(100_000));
          }
        })(),
        { objectMode: false },
      );
      await expect(blobs.put(KEY, endless, { ...PDF, maxBytes })).rejects.toMatchObject({ code: 'too_large' });
      expect(sent).toBeLessThan(maxBytes + MIB);
      expect(await under.remains()).toEqual([]);
    });

    it('moves a finished file in', async () => {
      const file = path.join(scratch, 'made.tif');
      await writeFile(file, 'tiles');
      await expect(blobs.putFile('a/b.tif', file, { ...PDF, maxBytes: 4 })).rejects.toMatchObject({
        code: 'too_large',
      });
      expect(await blobs.putFile('a/b.tif', file, { contentType: 'image/tiff' })).toEqual({ bytes: 5 });
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await blobs.stat('a/b.tif')).toMatchObject({ bytes: 5, contentType: 'image/tiff' });
      await writeFile(file, 'other');
      await expect(blobs.putFile('a/b.tif', file, PDF)).rejects.toMatchObject({ code: 'exists' });
      expect((await blobs.readRange('a/b.tif', 0, 5)).toString()).toBe('tiles');
    });
  });

  describe('keys', () => {
    it('are plain path segments, everywhere', async () => {
      const bad = ['../etc', 'a/../b', '/etc', 'a//b', '.hidden', 'a/.b', '-rf', 'a\\b', 'a b', '', 'a'.repeat(201)];
      const refused = { code: 'bad_key' };
      const calls = (key: string): Promise<unknown>[] => [
        blobs.put(key, Buffer.from('x'), PDF),
        blobs.putFile(key, 'x', PDF),
        blobs.createReadStream(key),
        blobs.readRange(key, 0, 1),
        blobs.stat(key),
        blobs.exists(key),
        blobs.remove(key),
        blobs.localCopy(key),
        blobs.signedUrl(key),
        blobs.signedUrl(key, { fileName: 'x' }),
        blobs.removePrefix(`${key}//`),
      ];
      await Promise.all(bad.flatMap(calls).map((call) => expect(call).rejects.toMatchObject(refused)));
      expect(await under.remains()).toEqual([]);
    });
  });

  describe('reading', () => {
    beforeEach(() => blobs.put(KEY, Buffer.from('0123456789'), PDF));

    it('reads parts, with both ends included in a stream', async () => {
      const part = async (range: object) => (await buffer(await blobs.createReadStream(KEY, range))).toString();
      expect(await part({ start: 2, end: 4 })).toBe('234');
      expect(await part({ start: 7 })).toBe('789');
      expect(await part({ end: 1 })).toBe('01');
      expect((await blobs.readRange(KEY, 7, 2)).toString()).toBe('78');
      expect((await blobs.readRange(KEY, 8, 10)).toString()).toBe('89');
      expect((await blobs.readRange(KEY, 10, 5)).toString()).toBe('');
    });

    it('reads many parts at the same time, each right', async () => {
      const reads = Array.from({ length: 200 }, async (_, i) => {
        const [at, length] = [i % 10, 1 + (i % 3)];
        const read = (await blobs.readRange(KEY, at, length)).toString();
        expect(read).toBe('0123456789'.slice(at, at + length));
      });
      await Promise.all(reads);
    });

    it.each(['nothing/here', 'projects/p1'])('says that %s is not there', async (key) => {
      const missing = { code: 'not_found' };
      await expect(blobs.createReadStream(key)).rejects.toMatchObject(missing);
      await expect(blobs.readRange(key, 0, 1)).rejects.toMatchObject(missing);
      await expect(blobs.stat(key)).rejects.toMatchObject(missing);
      await expect(blobs.localCopy(key)).rejects.toMatchObject(missing);
      expect(await blobs.exists(key)).toBe(false);
    });

    it('hands out a file for libraries that want a path', async () => {
      const copy = await blobs.localCopy(KEY);
      expect(path.basename(copy.path)).toBe('original.pdf');
      expect((await readFile(copy.path)).toString()).toBe('0123456789');
      await copy.release();
      // the local copy may be the blob itself, which must remain
      expect((await blobs.readRange(KEY, 0, 3)).toString()).toBe('012');
    });
  });

  describe('removing', () => {
    it('takes the blob and all traces of it, and may be repeated', async () => {
      await blobs.put(KEY, Buffer.from('x'), PDF);
      await blobs.readRange(KEY, 0, 1);
      await blobs.remove(KEY);
      await blobs.remove(KEY);
      expect(await under.remains()).toEqual([]);
      await expect(blobs.readRange(KEY, 0, 1)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('takes everything of one document and nothing of the next', async () => {
      await blobs.put('projects/p1/documents/d1/a', Buffer.from('x'), PDF);
      await blobs.put('projects/p1/documents/d1/pages/1/b', Buffer.from('x'), PDF);
      await blobs.put('projects/p1/documents/d10/a', Buffer.from('x'), PDF);
      await blobs.removePrefix('projects/p1/documents/d1');
      await blobs.removePrefix('projects/p1/documents/d1/');
      expect(await keysOf(blobs.list())).toEqual(['projects/p1/documents/d10/a']);
    });
  });

  describe('listing', () => {
    it('names every blob once, in the order of its characters, and its length', async () => {
      const keys = ['b/2', 'b/10', 'b-a/1', 'a', 'b/c/d', 'b/c.txt'];
      await Promise.all(keys.map((key) => blobs.put(key, Buffer.from(key), PDF)));
      expect(await keysOf(blobs.list())).toEqual([...keys].sort());
      expect(await all(blobs.list('b/'))).toEqual(
        ['b/10', 'b/2', 'b/c.txt', 'b/c/d'].map((key) => ({ key, bytes: key.length })),
      );
      expect(await keysOf(blobs.list('b/c'))).toEqual(['b/c/d']);
      expect(await keysOf(blobs.list('nothing'))).toEqual([]);
    });
  });

  describe('signed addresses', () => {
    const query = (url: string): URLSearchParams => new URL(url).searchParams;

    it('of the file server open one blob for one hour (CONST-03)', async () => {
      const url = await blobs.signedUrl(KEY);
      expect(url.startsWith(`https://files.test/files/b/${KEY}?`)).toBe(true);
      under.advance(3599 * 1000);
      expect(blobs.verify(KEY, query(url))).toEqual({ valid: true });
      under.advance(1000);
      expect(blobs.verify(KEY, query(url))).toEqual({ valid: false, reason: 'expired' });
    });

    it('are of one blob and one secret, and of the secret before while it is known', async () => {
      const url = await blobs.signedUrl(KEY, { contentType: 'application/pdf' });
      expect(blobs.verify('projects/p1/documents/d2/original.pdf', query(url))).toMatchObject({ reason: 'forged' });
      const rotated = under.signedWith('next', 'secret');
      const later = under.signedWith('next');
      expect(rotated.verify(KEY, query(url))).toEqual({ valid: true, contentType: 'application/pdf' });
      expect(later.verify(KEY, query(url))).toMatchObject({ reason: 'forged' });
      expect(later.verify(KEY, query(await rotated.signedUrl(KEY)))).toMatchObject({ valid: true });
      await Promise.all([rotated.close(), later.close()]);
    });
  });

  it('says that it can be used', async () => {
    await expect(blobs.check()).resolves.toBeUndefined();
    await expect(blobs.prepare()).resolves.toBeUndefined();
  });
}
