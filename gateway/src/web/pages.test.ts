import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import express from 'express';
import { closeServers, serve } from '../testing.js';
import { pages } from './pages.js';

const PAGE = `<!doctype html><title>Symbio</title>${' '.repeat(2_000)}`;
const SCRIPT = `export const answer = 42;${'// and so on\n'.repeat(200)}`;
let folder: string;
beforeAll(() => {
  // below a folder with a dot, as in the local stack
  folder = path.join(mkdtempSync(path.join(os.tmpdir(), '.symbio-pages-')), 'dist');
  mkdirSync(path.join(folder, 'assets'), { recursive: true });
  for (const [name, text] of [
    ['index.html', PAGE],
    ['assets/main-abc.js', SCRIPT],
  ] as const) {
    writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(path.join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(path.join(folder, 'assets', 'plain-abc.woff2'), 'a font');
});
afterAll(() => rmSync(path.dirname(folder), { recursive: true }));
afterEach(closeServers);

/** Raw bytes: fetch would decompress them. */
async function ask(
  at: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<IncomingMessage & { body: Buffer }> {
  const app = express();
  app.use(...pages(folder));
  app.use((_request, response) => void response.status(404).send('nothing here'));
  const url = await serve(app);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url + at, { headers, method }, resolve).on('error', reject);
  });
  return Object.assign(answer, { body: await buffer(answer) });
}

const UNPACK = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  none: (bytes: Buffer) => bytes,
};

describe('files of the SPA', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd'],
    ['br', 'br'],
    ['gzip', 'gzip, deflate'],
    ['gzip', 'gzip, br;q=0'],
    ['none', 'identity'],
    ['none', ''],
  ] as const)('are served as %s if a browser accepts %j', async (encoding, accepted) => {
    for (const [at, text, type] of [
      ['/assets/main-abc.js', SCRIPT, 'text/javascript; charset=utf-8'],
      ['/projects/1', PAGE, 'text/html; charset=utf-8'],
    ] as const) {
      const { statusCode, headers, body } = await ask(at, { 'accept-encoding': accepted, accept: 'text/html' });
      expect(statusCode).toBe(200);
      expect(headers['content-encoding'] ?? 'none').toBe(encoding);
      expect(headers.vary).toMatch(/accept-encoding/i);
      expect(headers['content-type']?.toLowerCase()).toBe(type);
      expect(UNPACK[encoding](body).toString()).toBe(text);
    }
  });

  it('are cached forever if their name has a hash, and the page is revalidated', async () => {
    const accept = { accept: 'text/html', 'accept-encoding': 'br' };
    expect((await ask('/assets/main-abc.js', accept)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const at of ['/', '/index.html', '/projects/1?tab=maps'])
      expect((await ask(at, accept)).headers['cache-control']).toBe('no-cache');
  });

  it('are served uncompressed if no smaller version exists', async () => {
    const { headers, body } = await ask('/assets/plain-abc.woff2', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], headers['content-type'], body.toString()]).toEqual([
      undefined,
      'font/woff2',
      'a font',
    ]);
  });

  it('are answered with 304 if unchanged', async () => {
    const { headers } = await ask('/assets/main-abc.js', { 'accept-encoding': 'br' });
    const again = await ask('/assets/main-abc.js', {
      'accept-encoding': 'br',
      'if-none-match': headers.etag ?? 'none given',
    });
    expect([again.statusCode, again.body.length]).toEqual([304, 0]);
  });
});

it('an asset of another release is 404: the page would be run as a script', async () => {
  expect((await ask('/assets/main-old.js', { accept: '*/*' })).statusCode).toBe(404);
});

it('the page is read-only', async () => {
  expect((await ask('/projects/1', { accept: 'text/html' }, 'POST')).statusCode).toBe(404);
  const head = await ask('/projects/1', { accept: 'text/html' }, 'HEAD');
  expect([head.statusCode, head.body.length]).toEqual([200, 0]);
});
