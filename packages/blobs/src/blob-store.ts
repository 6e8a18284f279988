import type { Readable } from 'node:stream';
import type { AddressHolder } from '@symbio/proto/files';

/** Adapters map their own errors to these. */
export type BlobErrorCode = 'bad_key' | 'exists' | 'not_found' | 'too_large';

/**
 * Refusal by an adapter. A full or unavailable store instead throws AppError UNAVAILABLE with a readable sentence
 * (store-faults.ts).
 */
export class BlobError extends Error {
  constructor(
    readonly code: BlobErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'BlobError';
  }
}

export interface PutOptions {
  contentType: string;
  /** Rejects with `too_large` once the body exceeds this many bytes. */
  maxBytes?: number;
  /** For bodies of hundreds of gigabytes: S3 allows 10,000 parts, so parts are 32 MiB instead of 5. */
  isHuge?: boolean;
}

export interface StoredBlob {
  bytes: number;
  /** Lower-case hex SHA-256 of the body. */
  sha256: string;
}

export interface BlobStat {
  bytes: number;
  contentType: string;
  modifiedAt: Date;
}

export interface ListedBlob {
  key: string;
  bytes: number;
}

/** In bytes, both ends inclusive, as in HTTP. */
export interface ByteRange {
  start?: number;
  end?: number;
}

export interface SignedUrlOptions {
  /** Seconds from now; default {@link SIGNED_URL_SECONDS}. */
  expiresIn?: number;
  /** Rounds the expiry up to a multiple of this many seconds, so the URL stays cacheable. Not for downloads. */
  roundTo?: number;
  contentType?: string;
  /** Set: download under this name. Absent: displayed inline. */
  fileName?: string;
  /** Recipient of the URL, named in the audit trail on download. */
  holder?: AddressHolder | undefined;
}

export interface SignedAccess {
  contentType?: string;
  fileName?: string;
  holder?: AddressHolder;
}

export type SignatureCheck = ({ valid: true } & SignedAccess) | { valid: false; reason: 'expired' | 'forged' };

/** Local file copy of a blob, for libraries that need a path. Call `release` afterwards. */
export interface LocalCopy {
  path: string;
  release(): Promise<void>;
}

/**
 * Files under keys such as `projects/{projectId}/documents/{documentId}/original.pdf`.
 *
 * Keys are `/`-separated segments of letters, digits, `_`, `-` and `.`, no segment starting with a dot or dash; every
 * method rejects other keys with `bad_key`. Blobs are immutable: `put` on an existing key is rejected with `exists`
 * (CONST-04), so readers may cache forever.
 */
export interface BlobStore {
  /** Streams the body in. A failed write leaves nothing behind. */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<StoredBlob>;
  /** Moves a finished local file in, without copying where possible; the file is gone afterwards. */
  putFile(key: string, path: string, options: PutOptions): Promise<{ bytes: number }>;
  /** Rejects with `not_found` before any byte is read. The caller consumes or destroys the stream. */
  createReadStream(key: string, range?: ByteRange): Promise<Readable>;
  /** One positioned read; shorter than `length` only at the end. */
  readRange(key: string, offset: number, length: number): Promise<Buffer>;
  /** Rejects with `not_found` if missing. */
  stat(key: string): Promise<BlobStat>;
  exists(key: string): Promise<boolean>;
  /** Idempotent: removing a missing blob succeeds. */
  remove(key: string): Promise<void>;
  /** Removes every blob below `prefix/`, including writes in progress. */
  removePrefix(prefix: string): Promise<void>;
  /** Blobs below `prefix/`, or all, ordered by key. */
  list(prefix?: string): AsyncIterable<ListedBlob>;
  /** Removes unfinished writes started before a time (a process died); returns their number. */
  removeAbandoned(before: Date): Promise<number>;
  localCopy(key: string): Promise<LocalCopy>;
  /**
   * A URL for browsers without credentials. Downloads may go to the store; all else goes through the file server
   * (`/files/b/{key}`), so pages trust no other origin.
   */
  signedUrl(key: string, options?: SignedUrlOptions): Promise<string>;
  verify(key: string, query: URLSearchParams): SignatureCheck;
  /** Creates the folder or bucket if missing. */
  prepare(): Promise<void>;
  /**
   * Resolves when the store is usable.
   * @throws Error with one plain sentence
   */
  check(signal?: AbortSignal): Promise<void>;
  /** Bytes left; undefined where unlimited or unknown. */
  freeBytes(): Promise<number | undefined>;
  close(): Promise<void>;
}

const KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;
/**
 * S3 allows keys of 1,024 bytes, file systems segments of 255, including the suffixes of sidecar and temporary files.
 */
const MAX_KEY = 1024;
const MAX_SEGMENT = 200;

/** @throws BlobError `bad_key` unless the key is safe as a path and in a URL */
export function checkBlobKey(key: string): void {
  if (key.length > MAX_KEY || !KEY.test(key) || key.split('/').some((segment) => segment.length > MAX_SEGMENT)) {
    throw new BlobError('bad_key', 'A blob key is made of plain path segments.');
  }
}
