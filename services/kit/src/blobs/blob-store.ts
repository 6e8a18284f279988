import type { Readable } from 'node:stream';
import type { AddressHolder } from './originals.js';

/** Lifetime of a signed URL in seconds when the caller says nothing (CONST-03). */
export const SIGNED_URL_SECONDS = 3600;

/** What browsers are told of stored files (CONST-04): they may be kept for as long as their address is valid. */
export const BLOB_CACHE_CONTROL = `private, max-age=${SIGNED_URL_SECONDS}`;

/** Why a blob operation was refused; adapters map their own errors to these four. */
export type BlobErrorCode = 'bad_key' | 'exists' | 'not_found' | 'too_large';

/**
 * What an adapter refuses. A store that is full or cannot be used at the moment is no refusal but a fault: an AppError
 * UNAVAILABLE with a sentence for people (store-faults.ts).
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
  /** Refuse with `too_large` as soon as the body is longer than this many bytes. */
  maxBytes?: number;
  /** The body may be of hundreds of gigabytes: S3 takes 10,000 parts of it, which then are 32 MiB each instead of 5. */
  isHuge?: boolean;
}

export interface StoredBlob {
  bytes: number;
  /** Lower-case hex SHA-256 of the body, computed while it streamed. */
  sha256: string;
}

export interface BlobStat {
  bytes: number;
  contentType: string;
  modifiedAt: Date;
}

/** A stored blob, as {@link BlobStore.list} finds it. */
export interface ListedBlob {
  key: string;
  bytes: number;
}

/** Both ends inclusive, in bytes, as in an HTTP range. */
export interface ByteRange {
  start?: number;
  end?: number;
}

export interface SignedUrlOptions {
  /** Seconds from now; default {@link SIGNED_URL_SECONDS}. */
  expiresIn?: number;
  /** The end is rounded up to a multiple of so many seconds: until then the address stays the same. Not for downloads. */
  roundTo?: number;
  /** Content type of the answer, instead of the stored one. */
  contentType?: string;
  /** Given: the answer is a download under this name. Absent: the browser shows it. */
  fileName?: string;
  /** Whom the address is made for: the audit trail names them when the file is taken. */
  holder?: AddressHolder | undefined;
}

/** What a genuine, unexpired signed URL allows. */
export interface SignedAccess {
  contentType?: string;
  fileName?: string;
  holder?: AddressHolder;
}

export type SignatureCheck = ({ valid: true } & SignedAccess) | { valid: false; reason: 'expired' | 'forged' };

/** A blob as a file on this machine, for libraries that want a path. Call `release` when done with it. */
export interface LocalCopy {
  path: string;
  release(): Promise<void>;
}

/**
 * Files of the product under keys such as `projects/{projectId}/documents/{documentId}/original.pdf`.
 *
 * Keys are `/`-separated segments of letters, digits, `_`, `-` and `.`, no segment starting with a dot or dash;
 * every method rejects another key with `bad_key`. A stored blob is never changed: `put` on an existing key is
 * rejected with `exists` (CONST-04), so readers may cache for ever.
 */
export interface BlobStore {
  /** Streams the body in. A failing or refused write leaves nothing behind. */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<StoredBlob>;
  /** Moves a finished local file in, without copying where the adapter can; the file is gone afterwards. */
  putFile(key: string, path: string, options: PutOptions): Promise<{ bytes: number }>;
  /** `not_found` rejects here, before any byte is read. The caller consumes or destroys the stream. */
  createReadStream(key: string, range?: ByteRange): Promise<Readable>;
  /** One positioned read; shorter than `length` only at the end of the blob. */
  readRange(key: string, offset: number, length: number): Promise<Buffer>;
  /** `not_found` when there is none. */
  stat(key: string): Promise<BlobStat>;
  exists(key: string): Promise<boolean>;
  /** Removing what is not there is no error: a repeated clean-up must succeed. */
  remove(key: string): Promise<void>;
  /** Removes every blob below `prefix/`, e.g. all of one document, and what is being written there. */
  removePrefix(prefix: string): Promise<void>;
  /** Every blob below `prefix/`, or all there are, in the order of their keys' characters. */
  list(prefix?: string): AsyncIterable<ListedBlob>;
  /** Removes what is left of writes that began before a moment and never ended (a process died); answers how many. */
  removeAbandoned(before: Date): Promise<number>;
  localCopy(key: string): Promise<LocalCopy>;
  /**
   * An address under which a browser gets the blob without credentials. A download may lead straight to the store;
   * everything else is served by the file server (`/files/b/{key}`), so that pages need to trust no other origin.
   */
  signedUrl(key: string, options?: SignedUrlOptions): Promise<string>;
  /** Checks the query of an address of the file server made by `signedUrl` for this key. */
  verify(key: string, query: URLSearchParams): SignatureCheck;
  /** Makes the folder or the bucket when it is missing. */
  prepare(): Promise<void>;
  /** Resolves when the store can be used. @throws Error whose message is one plain sentence about what is wrong */
  check(signal?: AbortSignal): Promise<void>;
  /** Bytes that still fit; undefined where the store has no such limit or does not tell. */
  freeBytes(): Promise<number | undefined>;
  /** Closes open files; the store is not used afterwards. */
  close(): Promise<void>;
}

const KEY = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;
/** S3 takes keys of 1,024 bytes, file systems segments of 255: the sidecar's and the temporary name's additions fit. */
const MAX_KEY = 1024;
const MAX_SEGMENT = 200;

/** Throws `bad_key` unless the key is safe as a path below a folder and in a URL. */
export function checkBlobKey(key: string): void {
  if (key.length > MAX_KEY || !KEY.test(key) || key.split('/').some((segment) => segment.length > MAX_SEGMENT)) {
    throw new BlobError('bad_key', 'A blob key is made of plain path segments.');
  }
}
