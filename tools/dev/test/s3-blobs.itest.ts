/** The S3 adapter against a real server: the contract that it shares with the folder, and S3's own features. */
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { newId } from '@symbio/runtime';
import { openBlobStore, type BlobStore } from '@symbio/blobs';
import { describeBlobStore } from '@symbio/blobs/testing';
import { TestClock } from '@symbio/runtime/testing';
import { destinationOf } from '@symbio/operations/backup/destinations';
import { blobs } from '@symbio/operations/blobs';
import { ProcessGuard } from '../child-process.js';
import { hasS3Server, NO_S3_SERVER, startS3, type RunningS3 } from '../versitygw.js';

const PDF = { contentType: 'application/pdf' };
const signing = { secret: 'secret', publicUrl: 'https://files.test' };

let folder: string;
let guard: ProcessGuard;
let s3: RunningS3;
let client: S3Client;
const stores: BlobStore[] = [];

const open = async (url: string, more: object = {}): Promise<BlobStore> => {
  const store = await openBlobStore(url, { ...signing, ...more });
  stores.push(store);
  return store;
};
const newBucket = (): string => `symbio-${newId()}`;

async function onNewBucket(more: Record<string, string> = {}): Promise<{ bucket: string; blobs: BlobStore }> {
  const bucket = newBucket();
  const blobs = await open(s3.url(bucket, more));
  await blobs.prepare();
  return { bucket, blobs };
}

/** Keys of objects and of unfinished uploads. */
async function remains(Bucket: string): Promise<string[]> {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
  return [...Contents, ...Uploads].map(({ Key = '' }) => Key);
}

(hasS3Server() ? describe : describe.skip)('the S3 store', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'symbio-s3-'));
    guard = new ProcessGuard();
    s3 = await startS3(folder, { guard });
    Object.assign(process.env, s3.env);
    client = new S3Client({ endpoint: s3.endpoint, region: 'us-east-1', forcePathStyle: true });
    // the server may have to be built first
  }, 900_000);
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    client.destroy();
    await s3.stop();
    guard.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(['', '/below/a/prefix'])('keeps the contract, in a bucket%s', (prefix) => {
    describeBlobStore(async () => {
      const bucket = newBucket();
      const url = s3.url(bucket).replace(bucket, `${bucket}${prefix}`);
      const clock = new TestClock();
      const blobs = await open(url, { clock });
      await blobs.prepare();
      const others = await Promise.all(['next', 'both'].map((name) => open(url, secretsOf(name, clock))));
      return {
        blobs,
        signedWith: (_secret, previous) => others[previous ? 1 : 0] as BlobStore,
        remains: () => remains(bucket),
        advance: (ms) => clock.advance(ms),
        stop: () => Promise.resolve(),
      };
    });
  });

  it('removes more than a thousand blobs below a prefix', async () => {
    const { bucket, blobs } = await onNewBucket();
    // filling the server's folder is faster than its interface
    const place = path.join(folder, 'buckets', bucket, 'd1', 'pages');
    mkdirSync(place, { recursive: true });
    for (let i = 0; i < 1_001; i++) writeFileSync(path.join(place, `${i}`), 'x');
    await blobs.removePrefix('d1');
    expect(await remains(bucket)).toEqual([]);
  });

  it('removes unfinished uploads: old ones in sweeps, any below a removed prefix', async () => {
    const { bucket, blobs } = await onNewBucket();
    const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    await Promise.all([begin('d1/original.pdf'), begin('d2/original.pdf')]);
    await blobs.removePrefix('d1');
    expect(await remains(bucket)).toEqual(['d2/original.pdf']);
    expect(await blobs.removeAbandoned(new Date(Date.now() - 60_000))).toBe(0);
    expect(await blobs.removeAbandoned(new Date(Date.now() + 60_000))).toBe(1);
    expect(await remains(bucket)).toEqual([]);
  });

  it('removes old parts sent by killed backups, and keeps uploads in progress', async () => {
    const { bucket } = await onNewBucket();
    const begin = (Key: string) => client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }));
    await Promise.all([begin('backups/symbio-2026-03-04T05-06-07Z.tar.age'), begin('others/file')]);
    const url = s3.url(bucket).replace(bucket, `${bucket}/backups`);
    const destination = await destinationOf(url, new Date(), true);
    expect(await destination.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0);
    expect(await destination.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1);
    expect(await remains(bucket)).toEqual(['others/file']);
    await destination.close();
  });

  it('writes potentially huge blobs in larger parts, as a store accepts ten thousand', async () => {
    const { bucket, blobs } = await onNewBucket();
    const body = Buffer.alloc(33 * 1024 * 1024, 'symbio');
    await blobs.put('usual', body, PDF);
    await blobs.put('huge', body, { ...PDF, isHuge: true });
    const parts = async (Key: string): Promise<string | undefined> =>
      /-(\d+)"?$/.exec((await client.send(new HeadObjectCommand({ Bucket: bucket, Key }))).ETag ?? '')?.[1];
    expect(await parts('usual')).toBe('7');
    expect(await parts('huge')).toBe('2');
    expect((await buffer(await blobs.createReadStream('huge'))).equals(body)).toBe(true);
  });

  it('does not touch other data in the bucket', async () => {
    const { bucket, blobs: all } = await onNewBucket();
    await all.put('others/file', Buffer.from('x'), PDF);
    const ours = await open(s3.url(bucket).replace(bucket, `${bucket}/ours`));
    await ours.put('others/file', Buffer.from('y'), PDF);
    await ours.removePrefix('others');
    expect(await remains(bucket)).toEqual(['others/file']);
    const listed: string[] = [];
    for await (const { key } of ours.list()) listed.push(key);
    expect(listed).toEqual([]);
  });

  it('returns download addresses of the store, with the requested name and lifetime', async () => {
    const { bucket, blobs } = await onNewBucket({ public_endpoint: s3.endpoint });
    await blobs.put('d/original.pdf', Buffer.from('%PDF'), PDF);
    const download = { contentType: 'application/pdf', fileName: 'Straße & Söhne.pdf', expiresIn: 120 };
    const url = await blobs.signedUrl('d/original.pdf', download);
    expect(url.startsWith(`${s3.endpoint}/${bucket}/d/original.pdf?`)).toBe(true);
    expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('120');
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('%PDF');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Stra_e & S_hne.pdf"; filename*=UTF-8''Stra%C3%9Fe%20%26%20S%C3%B6hne.pdf`,
    );
    expect((await fetch(url.replace('X-Amz-Expires=120', 'X-Amz-Expires=999'))).status).toBe(403);
    expect((await fetch(url.replace('original.pdf', 'another.pdf'))).status).toBe(403);
    // page images go through the file server, and so do downloads where browsers cannot reach the store
    expect(await blobs.signedUrl('d/original.pdf')).toMatch(/^https:\/\/files\.test\/files\/b\/d\/original\.pdf\?/);
    const inside = await open(s3.url(bucket));
    expect(await inside.signedUrl('d/original.pdf', download)).toMatch(/^https:\/\/files\.test\/files\/b\//);
  });

  it('returns an expired download address for a clock in the past', async () => {
    const bucket = newBucket();
    const blobs = await open(s3.url(bucket, { public_endpoint: s3.endpoint }), { clock: new TestClock() });
    await blobs.prepare();
    await blobs.put('a', Buffer.from('x'), PDF);
    expect((await fetch(await blobs.signedUrl('a', { fileName: 'a.pdf' }))).status).toBe(403);
  });

  it('stores headers for browsers with the object, and requests encryption if configured', async () => {
    const { bucket, blobs } = await onNewBucket();
    await blobs.put('a', Buffer.from('x'), PDF);
    const head = await client.send(new HeadObjectCommand({ Bucket: bucket, Key: 'a' }));
    expect(head).toMatchObject({ ContentType: 'application/pdf', CacheControl: 'private, max-age=3600' });
  });

  it('explains in one sentence why it cannot be used, and reports that it can again', async () => {
    const bucket = newBucket();
    const blobs = await open(s3.url(bucket));
    await expect(blobs.check()).rejects.toThrow(`The bucket ${bucket} does not exist at ${s3.endpoint}.`);
    await blobs.prepare();
    await expect(blobs.check()).resolves.toBeUndefined();
    process.env.AWS_SECRET_ACCESS_KEY = 'wrong';
    const wrong = await open(s3.url(bucket));
    const refused = `The S3 store at ${s3.endpoint} does not accept the credentials (SignatureDoesNotMatch).`;
    await expect(wrong.check()).rejects.toThrow(refused);
    await expect(wrong.put('a', Buffer.from('x'), PDF)).rejects.toMatchObject({ reason: 'storage_unavailable' });
    Object.assign(process.env, s3.env);
  });

  it('is unavailable, not empty, while the store is down, and recovers', async () => {
    const away = await mkdtemp(path.join(tmpdir(), 'symbio-s3-away-'));
    const first = await startS3(away, { guard });
    const port = Number(new URL(first.endpoint).port);
    const blobs = await open(first.url('symbio-away'));
    await blobs.prepare();
    await blobs.put('a', Buffer.from('x'), PDF);
    await first.stop();
    await expect(blobs.check()).rejects.toThrow(`The S3 store at ${first.endpoint} cannot be reached (ECONNREFUSED).`);
    const calls = [blobs.exists('a'), blobs.stat('a'), blobs.readRange('a', 0, 1), blobs.createReadStream('a')];
    const unavailable = { code: 'UNAVAILABLE', reason: 'storage_unavailable' };
    await Promise.all(calls.map((call) => expect(call).rejects.toMatchObject(unavailable)));
    const again = await startS3(away, { guard, port });
    expect((await buffer(await blobs.createReadStream('a'))).toString()).toBe('x');
    await again.stop();
    await rm(away, { recursive: true, force: true });
  });

  it('copies a store from a folder and back, byte for byte', async () => {
    const [first, second] = ['first', 'second'].map((name) => pathToFileURL(path.join(folder, name)).href);
    const here = await open(first ?? '');
    await here.prepare();
    const large = Buffer.alloc(6 * 1024 * 1024, 'symbio');
    await here.put('projects/p/large.pdf', large, PDF);
    await here.put('projects/p/empty.txt', Buffer.alloc(0), { contentType: 'text/plain' });
    const bucket = s3.url(newBucket());
    const lines: string[] = [];
    const run = (...args: string[]) =>
      blobs.run(args, {
        env: {},
        print: (line) => lines.push(line),
        say: () => undefined,
        signal: new AbortController().signal,
      });
    expect(await run('copy', first ?? '', bucket)).toBe(0);
    expect(await run('copy', bucket, second ?? '')).toBe(0);
    expect(await run('verify', first ?? '', second ?? '')).toBe(0);
    expect(lines.at(-1)).toMatch(/^2 are the same \(6\.3 MB\), 0 left out/);
    expect(await (await open(second ?? '')).stat('projects/p/empty.txt')).toMatchObject({ contentType: 'text/plain' });
  });

  it('keeps local copies only while they are used', async () => {
    const { blobs } = await onNewBucket();
    await blobs.put('d/a.pdf', Buffer.from('x'), PDF);
    const copy = await blobs.localCopy('d/a.pdf');
    await copy.release();
    await expect(readdir(path.dirname(copy.path))).rejects.toMatchObject({ code: 'ENOENT' });
    const kept = await blobs.localCopy('d/a.pdf');
    await blobs.close();
    await expect(readdir(path.dirname(kept.path))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

if (!hasS3Server()) console.warn(NO_S3_SERVER);

/** `next` alone, or together with the one before it. */
const secretsOf = (name: string, clock: TestClock) => ({
  secret: 'next',
  ...(name === 'both' && { previousSecret: 'secret' }),
  clock,
});
