import { readdirSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { jest } from '@jest/globals';
import { type BlobStore, createFolderStore, type SignedUrlOptions } from '@symbio/blobs';
import { ORIGINAL_HEADER } from '@symbio/proto/files';
import { levelSize, maxLevelOf } from '@symbio/page-engine/pyramids';
import {
  makeScratch,
  meanDifference,
  sheet,
  writeBilevelPyramid,
  writeJpegPyramid,
  type Scratch,
} from '@symbio/page-engine/testing';
import sharp, { type Sharp } from 'sharp';
import { createFileServer, type FileServer } from './file-server.js';
import type { StoredPyramid } from './pyramids.js';
import { createTileSigner } from './tile-addresses.js';

jest.setTimeout(60_000);

const SECRET = 'secret';
const PREVIOUS_SECRET = 'the secret before';
const SIZE = { width: 1027, height: 611 };
const FOLDER = 'projects/p1/documents/d1/pages';
const pages = new Map<string, StoredPyramid>();

let scratch: Scratch;
let blobs: BlobStore;
let server: Server;
let files: FileServer;
let origin: string;
let time = Date.parse('2025-01-01T00:00:00Z');
const clock = { now: () => new Date(time) };
const errors = jest.fn();
const looked = jest.fn();
const signTiles = createTileSigner({ secret: SECRET, clock });

async function store(pageNumber: number, tileFormat: 'jpg' | 'png'): Promise<void> {
  const { width, height } = SIZE;
  const name = tileFormat === 'jpg' ? 'pyramid.tif' : 'tiles.zip';
  const file = path.join(scratch.dir, name);
  if (tileFormat === 'jpg') await writeJpegPyramid(sheet(width, height), width, height, file);
  else await writeBilevelPyramid(sheet(width, height).greyscale().threshold(), file);
  const contentHash = `hash${pageNumber}`;
  const imagePath = `${FOLDER}/${pageNumber}/${contentHash}/${name}`;
  await blobs.putFile(imagePath, file, { contentType: 'application/octet-stream' });
  pages.set(`d1/${pageNumber}`, { imagePath, contentHash, tileFormat, width, height });
}

beforeAll(async () => {
  scratch = await makeScratch();
  blobs = createFolderStore({ dir: path.join(scratch.dir, 'blobs'), secret: SECRET, clock });
  await blobs.prepare();
  await store(1, 'jpg');
  await store(2, 'png');
  await blobs.put('notes/report.pdf', Buffer.from('0123456789'), { contentType: 'application/pdf' });
  await blobs.put('notes/page.html', Buffer.from('<script>1</script>'), { contentType: 'text/html' });
  await blobs.put('notes/empty.txt', Buffer.alloc(0), { contentType: 'text/plain' });
  files = createFileServer({
    blobs,
    secrets: [SECRET, PREVIOUS_SECRET],
    clock,
    log: { error: errors, warn: jest.fn() },
    pyramids: {
      find: (documentId, pageNumber) => {
        looked();
        return Promise.resolve(pages.get(`${documentId}/${pageNumber}`) ?? null);
      },
    },
  });
  server = createServer(files.answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await blobs.close();
  await scratch.remove();
});
beforeEach(() => {
  errors.mockClear();
});
afterEach(() => {
  expect(errors).not.toHaveBeenCalled();
});

const get = (address: string, init?: RequestInit): Promise<Response> => fetch(origin + address, init);
const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const refusal = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as { error: string; code: string; request_id: string }),
});
const tilesOf = (pageNumber: number): string =>
  signTiles({ documentId: 'd1', pageNumber, contentHash: `hash${pageNumber}` });

describe('a signed file', () => {
  it('is shown in the browser under its own type, cached for an hour (CONST-04), and never sniffed', async () => {
    const response = await get(await blobs.signedUrl('notes/report.pdf'));
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': '10',
      'content-disposition': 'inline',
      'cache-control': 'private, max-age=3600',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(await response.text()).toBe('0123456789');
  });

  it('is a download under its signed name (DOC-08)', async () => {
    const response = await get(await blobs.signedUrl('notes/report.pdf', { fileName: 'Straße "A".pdf' }));
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Stra_e _A_.pdf"; filename*=UTF-8''Stra%C3%9Fe%20%22A%22.pdf`,
    );
  });

  it('is marked as an original, with the holder of its address', async () => {
    const original = 'projects/p1/documents/d1/original.pdf';
    await blobs.put(original, Buffer.from('0123456789'), { contentType: 'application/pdf' });
    const said = async (key: string, options: SignedUrlOptions, init?: RequestInit) =>
      (await get(await blobs.signedUrl(key, options), init)).headers.get(ORIGINAL_HEADER);
    const holder = { userId: 'u1', apiKeyId: 'k1' };
    expect(await said(original, { holder }, { headers: { range: 'bytes=2-4' } })).toBe('p1 d1 u1 k1');
    expect(await said(original, {})).toBe('p1 d1  ');
    expect(await said(original, { holder }, { method: 'HEAD' })).toBeNull();
    expect(await said('notes/report.pdf', { holder })).toBeNull();
    const { pathname, search } = new URL(await blobs.signedUrl(original, { holder }), origin);
    expect((await get(pathname + search.replace('u1', 'u2'))).status).toBe(403);
  });

  it('is never run by the browser', async () => {
    const response = await get(await blobs.signedUrl('notes/page.html'));
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="page.html"/);
    const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    const [html, tile, refused, pdf] = await Promise.all(
      [
        await blobs.signedUrl('notes/page.html'),
        `${tilesOf(1)}11/0_0.jpg`,
        '/other',
        await blobs.signedUrl('notes/report.pdf'),
      ].map(async (at) => (await get(at)).headers.get('content-security-policy')),
    );
    expect([html, tile, refused]).toEqual(Array(3).fill(`${policy}; sandbox`));
    // PDF viewers do not work in a sandbox
    expect(pdf).toMatch(/^default-src 'none'; object-src 'self'; (?!.*(?:sandbox|script-src))/);
  });

  it('may be empty', async () => {
    const response = await get(await blobs.signedUrl('notes/empty.txt'));
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  it.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('returns the range %s', async (range, status, body, contentRange) => {
    const response = await get(await blobs.signedUrl('notes/report.pdf'), { headers: { range } });
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([
      status,
      body,
      contentRange,
    ]);
  });

  it('refuses a range beyond its end', async () => {
    const response = await get(await blobs.signedUrl('notes/report.pdf'), { headers: { range: 'bytes=10-' } });
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(await refusal(response)).toMatchObject({ status: 416, error: 'The file has no such part.' });
  });

  it('is not sent again to a browser that has it cached', async () => {
    const url = await blobs.signedUrl('notes/report.pdf');
    const tag = (await get(url)).headers.get('etag') ?? '';
    expect((await get(url, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const changed = await get(url, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } });
    expect(changed.status).toBe(200);
  });

  it('answers HEAD with its length only', async () => {
    const response = await get(await blobs.signedUrl('notes/report.pdf'), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', '']);
  });
});

describe('a refused request', () => {
  it('gets a sentence with its request id', async () => {
    const response = await get('/files/b/notes/report.pdf', { headers: { 'x-request-id': 'r-1' } });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await refusal(response)).toEqual({
      status: 403,
      error: 'This link is not valid. Reload the page to get a new one.',
      code: 'forbidden',
      request_id: 'r-1',
    });
  });

  it('has an expired link (CONST-03)', async () => {
    const url = await blobs.signedUrl('notes/report.pdf');
    time += 3600 * 1000;
    expect(await refusal(await get(url))).toMatchObject({ status: 403, code: 'link_expired' });
  });

  it('has a link to another file', async () => {
    const url = await blobs.signedUrl('notes/report.pdf');
    expect(await refusal(await get(url.replace('report.pdf', 'page.html')))).toMatchObject({ status: 403 });
  });

  it('names a missing file', async () => {
    expect(await refusal(await get(await blobs.signedUrl('notes/gone.pdf')))).toMatchObject({ status: 404 });
    expect((await get('/files/b/')).status).toBe(404);
    expect((await get('/other')).status).toBe(404);
  });

  it.each(['/files/b/../../etc/passwd', '/files/b/%2e%2e/%2e%2e/etc/passwd', '//', '/files/b/a%00b'])(
    'tries to leave the store with %s',
    async (target) => {
      const { port } = server.address() as AddressInfo;
      const status = await new Promise((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path: target }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on('error', reject)
          .end();
      });
      expect([403, 404]).toContain(status);
    },
  );

  it('wants to write', async () => {
    const response = await get(await blobs.signedUrl('notes/report.pdf'), { method: 'DELETE' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
    expect(await refusal(response)).toMatchObject({ status: 405 });
    expect(await blobs.exists('notes/report.pdf')).toBe(true);
  });
});

describe('the tiles of a page', () => {
  it.each([
    [1, 'jpg', 'image/jpeg'],
    [2, 'png', 'image/png'],
  ] as const)('of page %i come as %s for every level', async (pageNumber, format, type) => {
    for (let level = 0; level <= maxLevelOf(SIZE.width, SIZE.height); level++) {
      const response = await get(`${tilesOf(pageNumber)}${level}/0_0.${format}`);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
      const { width = 0 } = await sharp(await bytesOf(response)).metadata();
      const size = levelSize(SIZE.width, SIZE.height, level);
      expect(width).toBeGreaterThanOrEqual(Math.min(512, size.width));
    }
  });

  it('look up the page once', async () => {
    await get(`${tilesOf(1)}11/0_0.jpg`);
    looked.mockClear();
    await Promise.all([0, 1, 2].map((x) => get(`${tilesOf(1)}11/${x}_1.jpg`)));
    expect(looked).not.toHaveBeenCalled();
  });

  it.each(['12/0_0.jpg', '11/3_0.jpg', '11/0_2.jpg', '11/0_0.png', '99/0_0.jpg', 'x/0_0.jpg', '11/0_0.gif', ''])(
    'do not exist at %j',
    async (tile) => {
      expect((await get(tilesOf(1) + tile)).status).toBe(404);
    },
  );

  it('do not exist for missing or replaced pages', async () => {
    const other = (pageNumber: number, contentHash: string): string =>
      `${signTiles({ documentId: 'd1', pageNumber, contentHash })}0/0_0.jpg`;
    expect((await get(other(7, 'hash7'))).status).toBe(404);
    expect((await get(other(1, 'older'))).status).toBe(404);
  });

  it('exist as soon as the page does', async () => {
    expect((await get(`${tilesOf(3)}0/0_0.jpg`)).status).toBe(404);
    await store(3, 'jpg');
    expect((await get(`${tilesOf(3)}0/0_0.jpg`)).status).toBe(200);
    await blobs.removePrefix(`${FOLDER}/3`);
    expect((await get(`${tilesOf(3)}11/0_0.jpg`)).status).toBe(404);
  });

  it('replace those of its preview, and are not cached under the old address (DOC-34)', async () => {
    const preview = `${signTiles({ documentId: 'd1', pageNumber: 4, contentHash: 'hash4' })}11/1_0.jpg`;
    await store(4, 'jpg');
    const small = await get(preview);
    expect(small.headers.get('cache-control')).toContain('immutable');
    // the preview's tables are cached, but its files disappear when the full page arrives
    await get(preview.replace('1_0', '0_0'));
    await blobs.removePrefix(`${FOLDER}/4`);
    await store(4, 'png');
    const full = pages.get('d1/4');
    if (!full) throw new Error('it was stored');
    pages.set('d1/4', { ...full, contentHash: 'full4', previewHash: 'hash4' });
    for (const address of [preview.replace('1_0', '0_1'), preview.replace('1_0', '1_1')]) {
      const answer = await get(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect((await sharp(await bytesOf(answer)).metadata()).format).toBe('png');
    }
  });

  it('are read once for all viewers, until their document is deleted', async () => {
    const read = jest.spyOn(blobs, 'readRange');
    const tile = `${tilesOf(1)}11/1_1.jpg`;
    const [first, second] = [await bytesOf(await get(tile)), await bytesOf(await get(tile))];
    expect(second.equals(first)).toBe(true);
    const reads = read.mock.calls.length;
    await get(tile);
    expect(read).toHaveBeenCalledTimes(reads);
    files.forget('d10');
    expect((await get(tile)).status).toBe(200);
    expect(read).toHaveBeenCalledTimes(reads);
    const stored = pages.get('d1/1');
    pages.delete('d1/1');
    files.forget('d1');
    expect((await get(tile)).status).toBe(404);
    if (stored) pages.set('d1/1', stored);
    expect((await get(tile)).status).toBe(200);
    // works without knowing the document
    pages.delete('d1/1');
    files.forget();
    expect((await get(tile)).status).toBe(404);
    if (stored) pages.set('d1/1', stored);
    read.mockRestore();
  });

  it('have a stable address for a while, then another; the old one expires after its hour (CONST-03)', async () => {
    const address = tilesOf(1);
    const [, expires] = /\/files\/t\/(\d+)\//.exec(address) ?? [];
    const seconds = Number(expires) - time / 1000;
    expect(seconds).toBeGreaterThanOrEqual(3600);
    expect(seconds).toBeLessThanOrEqual(3600 + 900);
    time += 900_000;
    expect(tilesOf(1)).not.toBe(address);
    expect((await get(`${address}0/0_0.jpg`)).status).toBe(200);
    expect(tilesOf(1)).toBe(tilesOf(1));
    time += 3600 * 1000;
    expect(await refusal(await get(`${address}0/0_0.jpg`))).toMatchObject({ status: 403, code: 'link_expired' });
  });

  it('accept the signature of the previous secret, and of no third one', async () => {
    const page = { documentId: 'd1', pageNumber: 1, contentHash: 'hash1' };
    const signedWith = (secret: string) => createTileSigner({ secret, clock })(page);
    expect((await get(`${signedWith(PREVIOUS_SECRET)}0/0_0.jpg`)).status).toBe(200);
    expect(await refusal(await get(`${signedWith('a third')}0/0_0.jpg`))).toMatchObject({ status: 403 });
  });

  it('refuse the signature of another page', async () => {
    const forged = tilesOf(1).replace('/d1/1/hash1/', '/d1/2/hash2/');
    expect(await refusal(await get(`${forged}0/0_0.png`))).toMatchObject({ status: 403, code: 'forbidden' });
  });
});

describe('the full-resolution picture of a page', () => {
  it.each([1, 2])('of page %i is created once on first use, and stored', async (pageNumber) => {
    const key = `${FOLDER}/${pageNumber}/hash${pageNumber}/image.jpg`;
    const url = await blobs.signedUrl(key, { contentType: 'image/jpeg' });
    const put = jest.spyOn(blobs, 'putFile');
    const answers = await Promise.all([get(url), get(url), get(url)]);
    const pictures = await Promise.all(answers.map(bytesOf));
    expect(put).toHaveBeenCalledTimes(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(pictures[1]).toEqual(pictures[0]);
    const made = sharp(pictures[0]);
    expect(await made.metadata()).toMatchObject({ format: 'jpeg', ...SIZE });
    const page = sheet(SIZE.width, SIZE.height);
    const wanted = await (pageNumber === 2 ? page.greyscale().threshold() : page).png().toBuffer();
    const grey = (image: Sharp): Promise<Buffer> => image.greyscale().raw().toBuffer();
    expect(meanDifference(await grey(made), await grey(sharp(wanted)))).toBeLessThan(6);
    expect((await get(url)).status).toBe(200);
    expect(put).toHaveBeenCalledTimes(1);
    put.mockRestore();
  });

  it('leaves no temporary files', () => {
    expect(readdirSync(path.join(scratch.dir, 'blobs', FOLDER, '1', 'hash1')).sort()).toEqual([
      '.image.jpg.json',
      '.pyramid.tif.json',
      'image.jpg',
      'pyramid.tif',
    ]);
  });

  it('is not created for other pages, projects or hashes', async () => {
    const missing = [
      `${FOLDER}/9/hash9/image.jpg`,
      `${FOLDER}/1/older/image.jpg`,
      `projects/p2/documents/d1/pages/1/hash1/image.jpg`,
    ];
    for (const key of missing) expect((await get(await blobs.signedUrl(key))).status).toBe(404);
  });
});

describe('a broken pyramid', () => {
  it('is logged, and reported without detail', async () => {
    const imagePath = `${FOLDER}/8/hash8/pyramid.tif`;
    await blobs.put(imagePath, Buffer.from('not tiles'), { contentType: 'image/tiff' });
    pages.set('d1/8', { imagePath, contentHash: 'hash8', tileFormat: 'jpg', ...SIZE });
    const response = await get(`${tilesOf(8)}0/0_0.jpg`);
    expect(await refusal(response)).toMatchObject({ status: 500, error: 'The file could not be read.' });
    expect(errors).toHaveBeenCalledTimes(1);
    errors.mockClear();
  });
});

describe('a IIIF image service', () => {
  const prefix = () => signTiles({ documentId: 'd1', pageNumber: 1, contentHash: 'hash1' });
  const signed = () => prefix().replace('/files/t/', '/iiif/3/').replace(/\/$/, '');
  const headers = { 'x-symbio-origin': 'https://symbio.example' };
  const at = (path: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, { headers, redirect: 'manual', ...init });

  it('has the signed prefix of the tiles, and its own address in info.json', async () => {
    const info = await at(`${signed()}/info.json`);
    expect(info.headers.get('content-type')).toBe('application/json');
    expect(info.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(info.headers.get('access-control-allow-origin')).toBeNull();
    expect(await info.json()).toMatchObject({ id: `https://symbio.example${signed()}`, profile: 'level2', ...SIZE });
    const base = await at(signed());
    expect([base.status, base.headers.get('location')]).toEqual([303, `https://symbio.example${signed()}/info.json`]);
  });

  it('sends aligned tiles byte for byte as stored, and draws everything else', async () => {
    const level = maxLevelOf(SIZE.width, SIZE.height);
    const [tile, stored] = await Promise.all([
      at(`${signed()}/512,0,512,512/512,512/0/default.jpg`),
      at(`${prefix()}${level}/1_0.jpg`),
    ]);
    expect(Buffer.from(await tile.arrayBuffer()).equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
    expect(tile.headers.get('cache-control')).toContain('immutable');
    const drawn = await at(`${signed()}/full/!300,300/90/gray.png`);
    expect(drawn.headers.get('link')).toContain(
      `<https://symbio.example${signed()}/full/300,178/90/gray.png>;rel="canonical"`,
    );
    expect(await sharp(Buffer.from(await drawn.arrayBuffer())).metadata()).toMatchObject({ width: 178, height: 300 });
    const edge = await at(`${signed()}/1024,512,3,99/3,99/0/default.jpg`);
    expect(await sharp(Buffer.from(await edge.arrayBuffer())).metadata()).toMatchObject({ width: 3, height: 99 });
  });

  it('draws every rotation, quality and format of a bilevel page too', async () => {
    const bilevel = signTiles({ documentId: 'd1', pageNumber: 2, contentHash: 'hash2' }).replace(
      '/files/t/',
      '/iiif/3/',
    );
    for (const rest of ['full/max/22.5/bitonal.png', 'square/^700,/!0/default.jpg', 'pct:10,10,50,50/max/0/color.webp'])
      expect((await at(`${bilevel}${rest}`)).status).toBe(200);
  });

  it('refuses bad requests with a sentence, forged and expired prefixes, and unknown images', async () => {
    const bad = await at(`${signed()}/full/9999,/0/default.jpg`);
    expect([bad.status, await bad.json()]).toMatchObject([
      400,
      { error: 'size is larger than the region: put ^ in front to enlarge it', code: 'invalid_fields' },
    ]);
    expect((await at(`${signed().replace('/d1/', '/d2/')}/info.json`)).status).toBe(403);
    expect((await at(`${signed()}/full/max/default.jpg`)).status).toBe(404);
    expect((await at(`${signed()}/full/%E0%A4%A/0/default.jpg`)).status).toBe(400);
    const before = signed();
    time += 3 * 3_600_000;
    const expired = await at(`${before}/info.json`);
    expect([expired.status, await expired.json()]).toMatchObject([403, { code: 'link_expired' }]);
    expect((await at(`/iiif/3/s/${'a'.repeat(43)}/d1/info.json`)).status).toBe(404);
  });
});
