import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError, LRUCache, type Logger } from '@symbio/runtime';
import { attachment, BlobError, type BlobStat, type BlobStore, type SignedAccess } from '@symbio/blobs';
import { BLOB_CACHE_CONTROL, ORIGINAL_HEADER, writeOriginal } from '@symbio/proto/files';
import { createDoors, SHARED_PREFIX } from '../iiif/doors.js';
import { createImages, type Images } from '../iiif/images.js';
import type { ShareLinks } from '../share-links/share-links.js';
import { originalOf } from './blob-keys.js';
import { resolveRange } from './byte-ranges.js';
import { createPageImages } from './page-images.js';
import { type PyramidIndex, createPyramids, type Pyramids } from './pyramids.js';
import { checkTileSignature, hasEnded, type TilesOf } from './tile-addresses.js';

export interface FileServerOptions {
  blobs: BlobStore;
  pyramids: PyramidIndex;
  /**
   * Whether files are served: not while project or document is deleted. Absent: all are.
   * @param documentId absent if the file belongs to no document
   */
  isServed?: (projectId: string, documentId: string | undefined) => Promise<boolean>;
  /** Pages of share links; absent: none. */
  shared?: Pick<ShareLinks, 'page'>;
  tileBytes?: number;
  secrets: readonly string[];
  clock?: { now(): Date };
  /** Called for every tile, so it must be fast. */
  onView?: (documentId: string) => void;
  log: Pick<Logger, 'error' | 'warn'>;
}

const RETRY_AFTER_SECONDS = '5';
/** Addresses change with the content. */
const TILE_CACHE = 'private, max-age=31536000, immutable';
const TILE_TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;
/** Types that browsers may display; others are downloaded, so no stored file runs in our origin. */
const SHOWN = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'text/plain']);
const BLOB = /^\/files\/b\/(.+)$/;
/** Key of a project, perhaps of a document (`blob-keys.ts`). */
const OF_PROJECT = /^projects\/([^/]+)\/(?:documents\/([^/]+)\/)?/;
const TILE =
  /^\/files\/t\/(\d{1,12})\/([\w-]{1,64})\/([\w-]{1,64})\/(\d{1,5})\/([\w-]{1,64})\/(\d{1,2})\/(\d{1,6})_(\d{1,6})\.(jpg|png)$/;

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

const forbidden = {
  forged: () => new Refusal(403, 'forbidden', 'This link is not valid. Reload the page to get a new one.'),
  expired: () => new Refusal(403, 'link_expired', 'This link has expired. Reload the page to get a new one.'),
};
const NOBODY = { userId: '', apiKeyId: '' };
const notFound = (): Refusal => new Refusal(404, 'not_found', 'File not found');

/** A sheet on screen is hundreds of tiles with one prefix. */
const CHECKED_PREFIXES = 1_000;

export interface FileServer {
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Drops cached data of a document; absent: of all. */
  forget: (documentId?: string) => void;
  tiles: Pick<Pyramids, 'tile'>;
  images: Images;
}

const RUNS_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/** Browsers show no PDF in a sandbox, and their viewers need an object and inline styles. No script runs. */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves `/files/b/{key}?exp=&ct=&fn=&for=&sig=` with ranges, and
 * `/files/t/{exp}/{sig}/{documentId}/{pageNumber}/{hash}/{level}/{x}_{y}.{jpg|png}`; with `/iiif/3/` for `/files/t/` the
 * same prefix is a IIIF image service, as is `/iiif/3/s/{token}/{pageId}` of a share link. GET and HEAD only; errors are
 * JSON sentences. Signature or token is the only permission check.
 */
export function createFileServer(options: FileServerOptions): FileServer {
  const { blobs, pyramids, isServed, shared, tileBytes, secrets, clock, onView, log } = options;
  const tiles = createPyramids(blobs, pyramids, { tileBytes });
  const pageImages = createPageImages(blobs, pyramids);
  const checked = new LRUCache<string, true>({ max: CHECKED_PREFIXES });
  const images = createImages(tiles);
  const iiif = createDoors({ images, pyramids, shared, checkSignature, onView });

  async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS' && isShared(request)) return void response.writeHead(204, PREFLIGHT).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal(405, 'method_not_allowed', 'Files can only be read.', { Allow: 'GET, HEAD' });
    }
    // mostly tiles, whose addresses need no URL parsing
    const [tilePath = ''] = (request.url ?? '').split('?', 1);
    const tile = TILE.exec(tilePath);
    if (tile) return sendTile(tile.slice(1), request, response);
    const image = await iiif(tilePath, request);
    if (image) {
      response.writeHead(image.status, { ...image.headers, 'Content-Length': image.body.length });
      return void response.end(request.method === 'HEAD' ? undefined : image.body);
    }
    // the base only makes the address parseable
    const base = 'http://files.invalid';
    if (!URL.canParse(request.url ?? '', base)) throw notFound();
    const { pathname, searchParams } = new URL(request.url ?? '', base);
    const key = BLOB.exec(pathname)?.[1];
    if (!key) throw notFound();
    const access = blobs.verify(key, searchParams);
    if (!access.valid) throw forbidden[access.reason]();
    return sendBlob(key, access, request, response);
  }

  async function sendTile(parts: string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [expires = '', signature = '', documentId = '', page, contentHash = '', level, x, y, extension = ''] = parts;
    const tilesOf = { documentId, pageNumber: Number(page), contentHash };
    checkSignature(expires, signature, tilesOf);
    const format = extension === 'png' ? 'png' : 'jpg';
    const tile = await tiles.tile(tilesOf, format, Number(level), Number(x), Number(y));
    if (!tile) throw notFound();
    response.writeHead(200, {
      'Content-Type': TILE_TYPES[tile.format],
      'Content-Length': tile.bytes.length,
      'Cache-Control': tile.isSubstitute ? 'no-store' : TILE_CACHE,
    });
    response.end(request.method === 'HEAD' ? undefined : tile.bytes);
    onView?.(documentId);
  }

  function checkSignature(expires: string, signature: string, tilesOf: TilesOf): void {
    const prefix = `${expires}/${signature}/${tilesOf.documentId}/${tilesOf.pageNumber}/${tilesOf.contentHash}`;
    const now = clock?.now() ?? new Date();
    if (checked.has(prefix) && !hasEnded(expires, now)) return;
    const state = checkTileSignature(secrets, expires, signature, tilesOf, now);
    if (state !== 'valid') throw forbidden[state]();
    checked.set(prefix, true);
  }

  async function sendBlob(
    key: string,
    access: SignedAccess,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [, projectId, documentId] = OF_PROJECT.exec(key) ?? [];
    if (projectId && isServed && !(await isServed(projectId, documentId))) throw notFound();
    const stat = await find(key);
    const tag = `"${stat.bytes.toString(36)}-${stat.modifiedAt.getTime().toString(36)}"`;
    const type = access.contentType ?? stat.contentType;
    const headers = {
      'Content-Type': SHOWN.has(type) ? type : 'application/octet-stream',
      ...(type === 'application/pdf' && { 'Content-Security-Policy': PDF_POLICY }),
      'Content-Disposition': disposition(key, type, access.fileName),
      'Cache-Control': BLOB_CACHE_CONTROL,
      'Accept-Ranges': 'bytes',
      ETag: tag,
    };
    if (request.headers['if-none-match'] === tag) {
      response.writeHead(304, headers).end();
      return;
    }
    const condition = request.headers['if-range'];
    const range = condition && condition !== tag ? null : resolveRange(request.headers.range, stat.bytes);
    if (range === 'unsatisfiable') {
      throw new Refusal(416, 'range_not_satisfiable', 'The file has no such part.', {
        'Content-Range': `bytes */${stat.bytes}`,
      });
    }
    const { start, end } = range ?? { start: 0, end: stat.bytes - 1 };
    const original = request.method === 'GET' ? originalOf(key) : undefined;
    response.writeHead(range ? 206 : 200, {
      ...headers,
      // the gateway audits the download
      ...(original && { [ORIGINAL_HEADER]: writeOriginal({ ...original, ...(access.holder ?? NOBODY) }) }),
      'Content-Length': end - start + 1,
      ...(range && { 'Content-Range': `bytes ${start}-${end}/${stat.bytes}` }),
    });
    if (request.method === 'HEAD' || stat.bytes === 0) {
      response.end();
      return;
    }
    await pipeline(await blobs.createReadStream(key, { start, end }), response);
  }

  async function find(key: string): Promise<BlobStat> {
    try {
      return await blobs.stat(key);
    } catch (error) {
      if (!(error instanceof BlobError) || error.code !== 'not_found') throw error;
      if (!(await pageImages.ensure(key))) throw error;
      return blobs.stat(key);
    }
  }

  function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) {
      // disconnected clients are no error
      if (!response.destroyed) response.destroy();
      if (!isLeaving(error)) log.error({ err: error }, 'response broke off');
      return;
    }
    const refusal = refusalOf(error);
    const given = request.headers['x-request-id'];
    const body = JSON.stringify({
      error: refusal.message,
      code: refusal.code,
      request_id: typeof given === 'string' ? given : randomUUID(),
    });
    response.writeHead(refusal.status, {
      ...refusal.headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  function refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof BlobError && (error.code === 'not_found' || error.code === 'bad_key')) return notFound();
    if (error instanceof AppError && isCallers(error.code))
      return new Refusal(STATUSES[error.code], error.reason, error.message, {
        ...(error.code === 'RESOURCE_EXHAUSTED' && { 'Retry-After': RETRY_AFTER_SECONDS }),
      });
    if (error instanceof AppError && error.code === 'UNAVAILABLE') {
      log.warn({ err: error.cause ?? error }, 'file temporarily unavailable');
      return new Refusal(503, error.reason, error.message, { 'Retry-After': RETRY_AFTER_SECONDS });
    }
    log.error({ err: error }, 'file could not be served');
    return new Refusal(500, 'internal', 'The file could not be read.');
  }

  /** Never rejects: an error becomes a response, or a log line once that has started. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', isShared(request) ? 'cross-origin' : 'same-origin');
    if (isShared(request)) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Content-Security-Policy', RUNS_NOTHING);
    try {
      await route(request, response);
    } catch (error) {
      fail(error, request, response);
    }
  }

  return {
    answer: (request, response) => void answer(request, response),
    forget: (documentId) => tiles.forget(documentId),
    tiles,
    images,
  };
}

/** Share links are for viewers of other origins. */
const isShared = ({ url = '' }: IncomingMessage): boolean => url.startsWith(SHARED_PREFIX);
const PREFLIGHT = { 'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS', 'Access-Control-Max-Age': '86400' };

const STATUSES = { INVALID_ARGUMENT: 400, NOT_FOUND: 404, RESOURCE_EXHAUSTED: 429 } as const;
const isCallers = (code: string): code is keyof typeof STATUSES => Object.hasOwn(STATUSES, code);

const isLeaving = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(error.code));

/** File name forces a download. */
function disposition(key: string, type: string, fileName: string | undefined): string {
  if (!fileName && SHOWN.has(type)) return 'inline';
  return attachment(fileName ?? key.slice(key.lastIndexOf('/') + 1));
}
