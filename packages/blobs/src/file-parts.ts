/** Files that arrive in parts: a broken connection loses at most one part, and any replica continues. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppError, conflict, invalid, invalidFields, notFound, type Clock, type Logger } from '@symbio/runtime';
import { BlobError, type BlobStore } from './blob-store.js';

export const MAX_PART_BYTES = 16 * 1024 * 1024;

export interface FilePartsDeps {
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'list' | 'stat' | 'removePrefix'>;
  clock: Clock;
  log: Logger;
  /** Of the keys of all uploads, without a final slash. */
  prefix: string;
  contentType: string;
  maxFileBytes: number;
  fileTooLarge: () => AppError;
  /** Milliseconds without progress after which the parts are removed. */
  abandonedAfterMs: number;
}

export interface FilePart {
  key: string;
  offset: number;
  bytes: number;
}

/** Blob keys may not contain the colons of service actors. */
const folderOf = (userId: string): string => userId.replaceAll(':', '-');

/**
 * Key order is file order. Per user: bytes of different users never form one file.
 * @param upload prefix of the upload's keys
 * @param offset bytes before the part
 */
export const partKey = (upload: string, userId: string, offset: number): string =>
  `${upload}/${folderOf(userId)}/${String(offset).padStart(12, '0')}.part`;

const isPartOfUser = (key: string, userId: string): boolean =>
  path.posix.basename(path.posix.dirname(key)) === folderOf(userId);

/** Keys of versions before 2026-11-27 do not name a user. */
const namesUser = (key: string, upload: string): boolean => path.posix.dirname(key) !== upload;

const partOffset = (key: string): number => Number(path.posix.basename(key, '.part'));

export const endOfParts = (parts: readonly FilePart[]): number => {
  const last = parts.at(-1);
  return last ? last.offset + last.bytes : 0;
};

/** @throws AppError INVALID_ARGUMENT */
export function checkOffset(offset: number): void {
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidFields({ offset: 'offset must be a number of bytes' });
}

export const wrongOffset = (offset: number): AppError =>
  new AppError('ABORTED', 'upload_offset', `${offset} bytes of this file have arrived. Go on from there.`);
const differs = (): AppError =>
  conflict('upload_differs', 'The file was changed while it was uploaded. Please upload it again.');
const partTooLarge = (): AppError =>
  new AppError('OUT_OF_RANGE', 'part_too_large', `A part may have ${MAX_PART_BYTES} bytes at most.`);

export function createFileParts(deps: FilePartsDeps) {
  const { blobs, clock, log, prefix, contentType, maxFileBytes, fileTooLarge, abandonedAfterMs } = deps;

  /**
   * In file order, up to the first gap.
   * @param upload prefix of the upload's keys
   * @throws AppError NOT_FOUND if only another user has sent any
   */
  async function partsOf(upload: string, userId: string): Promise<FilePart[]> {
    const parts: FilePart[] = [];
    let isOfOthers = false;
    for await (const { key, bytes } of blobs.list(upload)) {
      if (!isPartOfUser(key, userId)) {
        // from an older version: the client restarts
        isOfOthers ||= namesUser(key, upload);
        continue;
      }
      const offset = partOffset(key);
      if (offset === endOfParts(parts)) parts.push({ key, offset, bytes });
    }
    if (isOfOthers && parts.length === 0) throw notFound('Upload');
    return parts;
  }

  return {
    of: partsOf,

    /**
     * Idempotent.
     *
     * @param checkHead called with the first bytes of the file, at least `headBytes` unless the part is shorter
     * @returns bytes received without a gap
     * @throws AppError ABORTED `upload_offset` unless it begins where the previous parts end
     */
    async add(
      { upload, userId, offset }: { upload: string; userId: string; offset: number },
      chunks: AsyncGenerator<Buffer>,
      { headBytes, checkHead }: { headBytes: number; checkHead: (head: Buffer) => void },
    ): Promise<number> {
      const parts = await partsOf(upload, userId);
      if (parts.some((part) => part.offset === offset)) return endOfParts(parts);
      if (offset !== endOfParts(parts)) throw wrongOffset(endOfParts(parts));
      if (offset >= maxFileBytes) throw fileTooLarge();
      const { head, whole } = await headOf(chunks, headBytes);
      if (offset === 0) checkHead(head.subarray(0, headBytes));
      if (head.length === 0) throw invalid('empty_part', 'This part is empty.');
      const maxBytes = Math.min(MAX_PART_BYTES, maxFileBytes - offset);
      const { bytes } = await blobs
        .put(partKey(upload, userId, offset), Readable.from(whole, { objectMode: false }), { contentType, maxBytes })
        .catch((error: unknown) => {
          if (!(error instanceof BlobError)) throw error;
          if (error.code === 'too_large') throw maxBytes < MAX_PART_BYTES ? fileTooLarge() : partTooLarge();
          // a concurrent retry of the same part
          if (error.code === 'exists') return { bytes: 0 };
          throw error;
        });
      return bytes > 0 ? offset + bytes : endOfParts(await partsOf(upload, userId));
    },

    /**
     * The bytes of the parts.
     *
     * @param sha256 lower-case hex of the file; empty: not checked
     * @throws AppError FAILED_PRECONDITION `upload_differs` after the last byte, for another file
     */
    async *bytes(parts: readonly FilePart[], sha256: string): AsyncGenerator<Buffer> {
      const hash = createHash('sha256');
      for (const { key } of parts)
        for await (const chunk of (await blobs.createReadStream(key)) as AsyncIterable<Buffer>) {
          hash.update(chunk);
          yield chunk;
        }
      if (sha256 !== '' && hash.digest('hex') !== sha256) throw differs();
    },

    async remove(upload: string): Promise<void> {
      await blobs.removePrefix(upload).catch((error: unknown) =>
        // the sweep removes them
        log.warn({ err: error, upload }, 'could not remove the parts of an upload; will retry'),
      );
    },

    /** Removes the parts of abandoned uploads. */
    async sweep(): Promise<void> {
      const last = new Map<string, string>();
      for await (const { key } of blobs.list(prefix)) last.set(key.slice(0, key.lastIndexOf('/')), key);
      for (const [folder, key] of last) {
        const { modifiedAt } = await blobs.stat(key);
        if (clock.now().getTime() - modifiedAt.getTime() < abandonedAfterMs) continue;
        await blobs.removePrefix(folder);
        log.info({ upload: folder }, 'removed the parts of an abandoned upload');
      }
    },
  };
}

export type FileParts = ReturnType<typeof createFileParts>;

async function headOf(
  chunks: AsyncGenerator<Buffer>,
  headBytes: number,
): Promise<{ head: Buffer; whole: AsyncGenerator<Buffer> }> {
  const seen: Buffer[] = [];
  for (let length = 0; length < headBytes;) {
    const next = await chunks.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(seen);
  return {
    head,
    whole: (async function* () {
      yield head;
      yield* chunks;
    })(),
  };
}
