import { jest } from '@jest/globals';
import { FileLost } from '../../../viewer/pdf/source.js';
import { FileUnreachable, SignedFile } from './signed-file.js';

const CONTENT = Uint8Array.from({ length: 100 }, (_, index) => index);
const START = Date.parse('2026-03-01T10:00:00Z');
const signal = new AbortController().signal;

/** Accepted until this time, in seconds from the start. */
const address = (seconds: number) => `/files/b/key.pdf?exp=${START / 1000 + seconds}&sig=x`;

let asked: { address: string; range: string }[];
let answer: (address: string, range: string) => Response;

/** Byte ranges until the signature expires. */
const server = (at: string, range: string): Response => {
  const expiry = Number(/exp=(\d+)/.exec(at)?.[1]) * 1000;
  if (expiry <= Date.now()) return new Response('{"error":"This link has expired."}', { status: 403 });
  const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(range) ?? []).map(Number);
  return new Response(CONTENT.slice(from, to + 1), {
    status: 206,
    headers: { 'content-range': `bytes ${from}-${Math.min(to, 99)}/100` },
  });
};

beforeEach(() => {
  asked = [];
  answer = server;
  jest.useFakeTimers({ now: START });
  globalThis.fetch = ((at: string, init: { headers: { range: string } }) => {
    asked.push({ address: at, range: init.headers.range });
    return Promise.resolve(answer(at, init.headers.range));
  }) as typeof fetch;
});
afterEach(() => {
  jest.useRealTimers();
});

describe('a file behind a signed URL', () => {
  it('is read in ranges', async () => {
    const file = new SignedFile(address(3600), () => Promise.reject(new Error('not needed')));
    expect(await file.read(10, 20, signal)).toEqual({ bytes: CONTENT.slice(10, 20), total: 100 });
    expect(asked).toEqual([{ address: address(3600), range: 'bytes=10-19' }]);
  });

  it('is read beyond an hour, with one URL renewal for all ranges (CONST-03)', async () => {
    let renewals = 0;
    const file = new SignedFile(address(3600), () => {
      renewals += 1;
      return Promise.resolve(address(2 * 3600));
    });
    await file.read(0, 10, signal);
    jest.setSystemTime(START + 3_590_000);
    const pieces = await Promise.all([file.read(10, 20, signal), file.read(20, 30, signal)]);
    expect(pieces.map(({ bytes }) => bytes[0])).toEqual([10, 20]);
    expect(renewals).toBe(1);
    // no request was refused
    expect(asked.map((request) => request.address)).toEqual([address(3600), address(7200), address(7200)]);
  });

  it('is read after only the server knows that the URL has expired', async () => {
    const stale = '/files/b/key.pdf?exp=1&sig=x'.replace('exp=1', 'token=1');
    answer = (at, range) => (at === stale ? new Response('', { status: 403 }) : server(at, range));
    const file = new SignedFile(stale, () => Promise.resolve(address(3600)));
    expect((await file.read(0, 5, signal)).total).toBe(100);
    expect(asked).toHaveLength(2);
  });

  it('uses a newer URL from the document', async () => {
    const file = new SignedFile(address(-10), () => Promise.reject(new Error('not needed')));
    file.use(address(3600));
    file.use(null);
    expect((await file.read(0, 5, signal)).bytes).toHaveLength(5);
  });

  it('is lost when a fresh URL is refused, too, or when it was deleted', async () => {
    answer = () => new Response('', { status: 403 });
    const file = new SignedFile(address(3600), () => Promise.resolve(address(3600)));
    await expect(file.read(0, 5, signal)).rejects.toBeInstanceOf(FileLost);
    answer = () => new Response('', { status: 404 });
    await expect(file.read(0, 5, signal)).rejects.toBeInstanceOf(FileLost);
    await expect(new SignedFile(null, () => Promise.resolve(null)).read(0, 5, signal)).rejects.toBeInstanceOf(FileLost);
  });

  it('is unreachable, but not lost, during server errors', async () => {
    answer = () => new Response('', { status: 503 });
    const file = new SignedFile(address(3600), () => Promise.resolve(address(3600)));
    await expect(file.read(0, 5, signal)).rejects.toBeInstanceOf(FileUnreachable);
  });

  it('is read through a proxy without range support', async () => {
    answer = () => new Response(CONTENT, { status: 200 });
    const file = new SignedFile(address(3600), () => Promise.resolve(null));
    expect(await file.read(90, 120, signal)).toEqual({ bytes: CONTENT.slice(90), total: 100 });
  });
});
