import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { AppError, LRUCache, type Logger } from '@symbio/runtime';
import { attachment, BlobError, type BlobStat, type BlobStore, type SignedAccess } from '@symbio/blobs';
import { BLOB_CACHE_CONTROL, ORIGINAL_HEADER, writeOriginal } from '@symbio/proto/files';
import { originalOf } from '../keys.js';
import { resolveRange } from './byte-ranges.js';
import { PageImages } from './page-images.js';
import { type PyramidIndex, Pyramids } from './pyramids.js';
import { checkTileSignature, hasEnded, type TilesOf } from './tile-addresses.js';

export interface FileServerOptions {
  blobs: BlobStore;
  pyramids: PyramidIndex;
  /**
   * Whether files of a project or document are served: not while either is deleted. Absent: all are.
   * @param documentId absent if the file belongs to no document
   */
  isServed?: (projectId: string, documentId: string | undefined) => Promise<boolean>;
  tileBytes?: number;
  secrets: readonly string[];
  clock?: { now(): Date };
  /** Records a view of the document. Called for every tile, so it must be fast. */
  onLook?: (documentId: string) => void;
  log: Pick<Logger, 'error' | 'warn'>;
}

const RETRY_AFTER_SECONDS = '5';
/** A tile's address changes with its content. */
const TILE_CACHE = 'private, max-age=31536000, immutable';
const TILE_TYPES = { jpg: 'image/jpeg', png: 'image/png' } as const;
/** Types that a browser may display; others are downloaded, so that no stored file runs in our origin. */
const SHOWN = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'text/plain']);
const BLOB = /^\/files\/b\/(.+)$/;
/** Keys that belong to a project, and perhaps to a document in it (`keys.ts`). */
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
/** Holder of an address that names none. */
const NOBODY = { userId: '', apiKeyId: '' };
const notFound = (): Refusal => new Refusal(404, 'not_found', 'File not found');

/** Cache size of verified tile prefixes; a sheet on screen is hundreds of tiles with one prefix. */
const CHECKED_PREFIXES = 1_000;

/** The file server as an HTTP handler, with its cache invalidation. */
export interface FileServer {
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Drops cached data of a deleted document; absent: of all. */
  forget: (documentId?: string) => void;
  tiles: Pick<Pyramids, 'tile'>;
}

const RUNS_NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";
/**
 * For PDFs: browsers do not show them in a sandbox, and their viewers need an object and inline styles. No script runs.
 */
const PDF_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves signed files and tiles to browsers: `/files/b/{key}?exp=&ct=&fn=&for=&sig=` with ranges, and
 * `/files/t/{exp}/{sig}/{documentId}/{pageNumber}/{hash}/{level}/{x}_{y}.{jpg|png}`. GET and HEAD only; errors are JSON
 * sentences. The signature is the only permission check.
 */
export function createFileServer(options: FileServerOptions): FileServer {
  const server = new SignedFiles(options);
  return {
    answer: (request, response) => void server.answer(request, response),
    forget: (documentId) => server.forget(documentId),
    tiles: server.tiles,
  };
}

class SignedFiles {
  readonly tiles: Pyramids;
  private readonly images: PageImages;
  private readonly checked = new LRUCache<string, true>({ max: CHECKED_PREFIXES });

  constructor(private readonly options: FileServerOptions) {
    const { blobs, pyramids, tileBytes } = options;
    this.tiles = new Pyramids(blobs, pyramids, { tileBytes });
    this.images = new PageImages(options.blobs, options.pyramids);
  }

  /** Never rejects: an error becomes a response, or a log line once the response has started. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    response.setHeader('Content-Security-Policy', RUNS_NOTHING);
    try {
      await this.route(request, response);
    } catch (error) {
      this.fail(error, request, response);
    }
  }

  forget(documentId?: string): void {
    this.tiles.forget(documentId);
  }

  private async route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Refusal(405, 'method_not_allowed', 'Files can only be read.', { Allow: 'GET, HEAD' });
    }
    // most requests are for tiles, whose addresses need no URL parsing
    const [tilePath = ''] = (request.url ?? '').split('?', 1);
    const tile = TILE.exec(tilePath);
    if (tile) return this.sendTile(tile.slice(1), request, response);
    // the base only makes the address parseable
    const base = 'http://files.invalid';
    if (!URL.canParse(request.url ?? '', base)) throw notFound();
    const { pathname, searchParams } = new URL(request.url ?? '', base);
    const key = BLOB.exec(pathname)?.[1];
    if (!key) throw notFound();
    const access = this.options.blobs.verify(key, searchParams);
    if (!access.valid) throw forbidden[access.reason]();
    return this.sendBlob(key, access, request, response);
  }

  private async sendTile(parts: string[], request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [expires = '', signature = '', documentId = '', page, contentHash = '', level, x, y, extension = ''] = parts;
    const tilesOf = { documentId, pageNumber: Number(page), contentHash };
    this.checkSignature(expires, signature, tilesOf);
    const format = extension === 'png' ? 'png' : 'jpg';
    const tile = await this.tiles.tile(tilesOf, format, Number(level), Number(x), Number(y));
    if (!tile) throw notFound();
    response.writeHead(200, {
      'Content-Type': TILE_TYPES[tile.format],
      'Content-Length': tile.bytes.length,
      'Cache-Control': tile.standsIn ? 'no-store' : TILE_CACHE,
    });
    response.end(request.method === 'HEAD' ? undefined : tile.bytes);
    this.options.onLook?.(documentId);
  }

  private checkSignature(expires: string, signature: string, tilesOf: TilesOf): void {
    const prefix = `${expires}/${signature}/${tilesOf.documentId}/${tilesOf.pageNumber}/${tilesOf.contentHash}`;
    const now = this.options.clock?.now() ?? new Date();
    if (this.checked.has(prefix) && !hasEnded(expires, now)) return;
    const state = checkTileSignature(this.options.secrets, expires, signature, tilesOf, now);
    if (state !== 'valid') throw forbidden[state]();
    this.checked.set(prefix, true);
  }

  private async sendBlob(
    key: string,
    access: SignedAccess,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { blobs, isServed } = this.options;
    const [, projectId, documentId] = OF_PROJECT.exec(key) ?? [];
    if (projectId && isServed && !(await isServed(projectId, documentId))) throw notFound();
    const stat = await this.find(key);
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
      // the gateway writes the download and its user to the audit trail
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

  private async find(key: string): Promise<BlobStat> {
    try {
      return await this.options.blobs.stat(key);
    } catch (error) {
      if (!(error instanceof BlobError) || error.code !== 'not_found') throw error;
      if (!(await this.images.ensure(key))) throw error;
      return this.options.blobs.stat(key);
    }
  }

  private fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    if (response.headersSent) {
      // log only broken files, not disconnected clients
      if (!response.destroyed) response.destroy();
      if (!isLeaving(error)) this.options.log.error({ err: error }, 'file broke off');
      return;
    }
    const refusal = this.refusalOf(error);
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

  private refusalOf(error: unknown): Refusal {
    if (error instanceof Refusal) return error;
    if (error instanceof BlobError && (error.code === 'not_found' || error.code === 'bad_key')) return notFound();
    if (error instanceof AppError && error.code === 'UNAVAILABLE') {
      this.options.log.warn({ err: error.cause ?? error }, 'file could not be served for now');
      return new Refusal(503, error.reason, error.message, { 'Retry-After': RETRY_AFTER_SECONDS });
    }
    this.options.log.error({ err: error }, 'file could not be served');
    return new Refusal(500, 'internal', 'The file could not be read.');
  }
}

const isLeaving = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(String(error.code));

/** A file name forces a download; otherwise displayable types are shown inline. */
function disposition(key: string, type: string, fileName: string | undefined): string {
  if (!fileName && SHOWN.has(type)) return 'inline';
  return attachment(fileName ?? key.slice(key.lastIndexOf('/') + 1));
}
