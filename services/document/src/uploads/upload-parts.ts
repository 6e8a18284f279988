/** Uploads in parts: a broken connection or closed tab loses one part at most. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError, conflict, invalid, invalidFields, isId, notFound, type Clock, type Logger } from '@symbio/runtime';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { ConversionFailure } from '@symbio/page-engine/conversion';
import type { CallContext } from '@symbio/rpc';
import type { ProjectAccess, StillMay } from '@symbio/project-access';
import type {
  FinishUploadRequest,
  UploadDocumentRequest,
  UploadPartHeader,
  UploadPartRequest,
} from '@symbio/proto/document';
import {
  isPartOfUser,
  namesUser,
  partKey,
  partOffset,
  partsOfProject,
  partsPrefix,
  PARTS_PREFIX,
} from '../files/blob-keys.js';
import type { DocumentRow } from '../model.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { checkHead, fileTooLarge, HEADER_BYTES, LARGEST_FILE_BYTES, PDF_TYPE } from './upload-checks.js';
import type { Uploads } from './uploads.js';

export const MAX_PART_BYTES = 16 * 1024 * 1024;
/** Milliseconds without progress, covering a long weekend. */
const ABANDONED_AFTER_MS = 7 * 24 * 3_600_000;
export const PARTS_SWEEP_MS = 3_600_000;

export interface UploadTarget {
  id: string;
  projectId: string;
}

export interface UploadPartsDeps {
  repository: Pick<DocumentRepository, 'find'>;
  access: ProjectAccess;
  stillMay: StillMay;
  blobs: Pick<BlobStore, 'put' | 'createReadStream' | 'list' | 'stat' | 'removePrefix'>;
  uploads: Pick<Uploads, 'upload'>;
  clock: Clock;
  log: Logger;
}

interface Part {
  key: string;
  offset: number;
  bytes: number;
}

export function createUploadParts({ repository, blobs, stillMay, uploads, clock, log, access }: UploadPartsDeps) {
  /** @throws AppError NOT_FOUND when another user uploaded it */
  async function madeBefore(
    { id, projectId, sha256 }: FinishUploadRequest,
    context: CallContext,
  ): Promise<DocumentRow | undefined> {
    const row = await repository.find(id);
    if (row?.projectId !== projectId) return undefined;
    requireOwn(row, context);
    return sha256 === '' || row.sha256 === sha256 ? row : undefined;
  }

  async function complete(request: FinishUploadRequest, context: CallContext): Promise<DocumentRow> {
    const { id, projectId, fileName, category, size, sha256 } = request;
    const parts = await partsOf(request, context);
    if (end(parts) !== size) throw wrongOffset(end(parts));
    return uploads.upload(messages({ id, projectId, fileName, category }, parts, sha256), context);
  }

  async function allow({ id, projectId }: UploadTarget, context: CallContext): Promise<void> {
    const fields: Record<string, string> = {};
    if (!isId(projectId)) fields['project_id'] = 'project_id is required';
    if (!isId(id)) fields['id'] = 'id must be a UUID';
    if (Object.keys(fields).length > 0) throw invalidFields(fields);
    await access.require(context, projectId, NEEDED_ROLE.upload, 'Project', 'project_id');
  }

  /**
   * In file order, up to the first gap.
   * @throws AppError NOT_FOUND if only another user has sent any
   */
  async function partsOf(target: UploadTarget, { actor }: CallContext): Promise<Part[]> {
    const parts: Part[] = [];
    let isOfOthers = false;
    for await (const { key, bytes } of blobs.list(partsPrefix(target))) {
      if (!isPartOfUser(key, actor.sub)) {
        // from an older version: the client restarts
        isOfOthers ||= namesUser(key, target);
        continue;
      }
      const offset = partOffset(key);
      if (offset === end(parts)) parts.push({ key, offset, bytes });
    }
    if (isOfOthers && parts.length === 0) throw notFound('Upload');
    return parts;
  }

  async function* messages(
    header: { id: string; projectId: string; fileName: string; category: string },
    parts: readonly Part[],
    sha256: string,
  ): AsyncGenerator<UploadDocumentRequest> {
    yield { part: { $case: 'header', value: header } };
    const hash = createHash('sha256');
    for (const { key } of parts) {
      for await (const chunk of (await blobs.createReadStream(key)) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        yield { part: { $case: 'chunk', value: chunk } };
      }
    }
    if (sha256 !== '' && hash.digest('hex') !== sha256) throw differs();
  }

  async function remove(target: UploadTarget): Promise<void> {
    await blobs.removePrefix(partsPrefix(target)).catch((error: unknown) =>
      // the sweep removes them
      log.warn({ err: error, document_id: target.id }, 'could not remove the parts of an upload; will retry'),
    );
  }

  return {
    /** Bytes received, or the finished document. */
    async status(target: UploadTarget, context: CallContext): Promise<{ offset: number; document?: DocumentRow }> {
      await allow(target, context);
      const document = await repository.find(target.id);
      // an id in another project reveals nothing
      if (document?.projectId === target.projectId) {
        requireOwn(document, context);
        return { offset: document.original?.fileSize ?? document.fileSize, document };
      }
      return { offset: end(await partsOf(target, context)) };
    },

    /**
     * Idempotent.
     *
     * @returns bytes received without a gap
     * @throws AppError ABORTED `upload_offset` unless it begins where the previous parts end
     */
    async add(requests: AsyncIterable<UploadPartRequest>, context: CallContext): Promise<number> {
      const messages = requests[Symbol.asyncIterator]();
      try {
        const header = await firstHeader(messages);
        await allow(header, context);
        const { offset } = header;
        const parts = await partsOf(header, context);
        if (parts.some((part) => part.offset === offset)) return end(parts);
        if (offset !== end(parts)) throw wrongOffset(end(parts));
        if (offset >= LARGEST_FILE_BYTES) throw fileTooLarge();
        const body = Readable.from(await checkedPart(chunks(messages), offset), { objectMode: false });
        const maxBytes = Math.min(MAX_PART_BYTES, LARGEST_FILE_BYTES - offset);
        const { bytes } = await blobs
          .put(partKey(header, context.actor.sub, offset), body, { contentType: PDF_TYPE, maxBytes })
          .catch((error: unknown) => {
            if (!(error instanceof BlobError)) throw error;
            if (error.code === 'too_large') throw maxBytes < MAX_PART_BYTES ? fileTooLarge() : partTooLarge();
            // a concurrent retry of the same part
            if (error.code === 'exists') return { bytes: 0 };
            throw error;
          });
        // the sweep removes the part of a removed member
        await stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
        return bytes > 0 ? offset + bytes : end(await partsOf(header, context));
      } finally {
        await messages.return?.();
      }
    },

    /**
     * Assembles the document. Idempotent.
     *
     * @throws AppError ABORTED `upload_offset` while bytes are missing, FAILED_PRECONDITION `upload_differs` for
     * another file
     */
    async finish(request: FinishUploadRequest, context: CallContext): Promise<DocumentRow> {
      await allow(request, context);
      const known = await madeBefore(request, context);
      // retry after a lost response
      if (known) return known;
      try {
        return await complete(request, context);
      } catch (error) {
        // a concurrent call won and removed the parts
        const made = await madeBefore(request, context);
        if (made) {
          await stillMay(context.actor, made.projectId, NEEDED_ROLE.upload);
          return made;
        }
        // the bytes can never match: the upload restarts
        if (isFinal(error)) await remove(request);
        throw error;
      } finally {
        const made = await repository.find(request.id);
        if (made) await remove(request);
      }
    },

    async discard(target: UploadTarget, context: CallContext): Promise<void> {
      await allow(target, context);
      await partsOf(target, context);
      await remove(target);
    },

    async projectDeleted(projectId: string): Promise<void> {
      await blobs.removePrefix(partsOfProject(projectId));
    },

    async sweep(): Promise<void> {
      const last = new Map<string, string>();
      for await (const { key } of blobs.list(PARTS_PREFIX)) last.set(key.slice(0, key.lastIndexOf('/')), key);
      for (const [prefix, key] of last) {
        const { modifiedAt } = await blobs.stat(key);
        if (clock.now().getTime() - modifiedAt.getTime() < ABANDONED_AFTER_MS) continue;
        await blobs.removePrefix(prefix);
        log.info({ upload: prefix }, 'removed the parts of an abandoned upload');
      }
    },
  };
}

export type UploadParts = ReturnType<typeof createUploadParts>;

const end = (parts: readonly Part[]): number => {
  const last = parts.at(-1);
  return last ? last.offset + last.bytes : 0;
};

/** Only the same user may continue an upload, in any session or with any key. @throws AppError NOT_FOUND */
function requireOwn({ uploadedBy }: DocumentRow, { actor }: CallContext): void {
  if (uploadedBy !== actor.sub) throw notFound('Upload');
}

const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.reason === 'upload_differs' ||
    (error.code === 'INVALID_ARGUMENT' && error.cause instanceof ConversionFailure));

const wrongOffset = (offset: number): AppError =>
  new AppError('ABORTED', 'upload_offset', `${offset} bytes of this file have arrived. Go on from there.`);
const differs = (): AppError =>
  conflict('upload_differs', 'The file was changed while it was uploaded. Please upload it again.');
const partTooLarge = (): AppError =>
  new AppError('OUT_OF_RANGE', 'part_too_large', `A part may have ${MAX_PART_BYTES} bytes at most.`);

async function firstHeader(messages: AsyncIterator<UploadPartRequest>): Promise<UploadPartHeader> {
  const first = await messages.next();
  const part = first.done ? undefined : first.value.part;
  if (part?.$case !== 'header') throw invalid('header_missing', 'A part begins with its header.');
  const { offset } = part.value;
  if (!Number.isSafeInteger(offset) || offset < 0) throw invalidFields({ offset: 'offset must be a number of bytes' });
  return part.value;
}

async function* chunks(messages: AsyncIterator<UploadPartRequest>): AsyncGenerator<Buffer> {
  for (let next = await messages.next(); !next.done; next = await messages.next()) {
    const { part } = next.value;
    if (part?.$case !== 'chunk') throw invalid('header_twice', 'A part has one header and then chunks.');
    if (part.value.length > 0) yield part.value;
  }
}

/** The first part is checked: a file that cannot become a document is refused early. */
async function checkedPart(body: AsyncGenerator<Buffer>, offset: number): Promise<AsyncGenerator<Buffer>> {
  const seen: Buffer[] = [];
  for (let length = 0; length < HEADER_BYTES;) {
    const next = await body.next();
    if (next.done) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(seen);
  if (offset === 0) checkHead(head.subarray(0, HEADER_BYTES));
  if (head.length === 0) throw invalid('empty_part', 'This part is empty.');
  return (async function* () {
    yield head;
    yield* body;
  })();
}
