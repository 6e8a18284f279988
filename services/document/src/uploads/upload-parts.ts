/** Uploads in parts that become documents. */
import { AppError, invalidFields, isId, notFound, type Clock, type Logger } from '@symbio/runtime';
import { checkOffset, createFileParts, endOfParts, wrongOffset, type BlobStore, type FilePart } from '@symbio/blobs';
import { ConversionFailure } from '@symbio/page-engine/conversion';
import { chunksOf, headerOf, type CallContext } from '@symbio/rpc';
import type { ProjectAccess, StillMay } from '@symbio/project-access';
import type { FinishUploadRequest, UploadDocumentRequest, UploadPartRequest } from '@symbio/proto/document';
import { partsOfProject, partsPrefix, PARTS_PREFIX } from '../files/blob-keys.js';
import type { DocumentRow } from '../model.js';
import { NEEDED_ROLE } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { checkHead, fileTooLarge, HEADER_BYTES, LARGEST_FILE_BYTES, PDF_TYPE } from './upload-checks.js';
import type { Uploads } from './uploads.js';

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

export function createUploadParts({ repository, blobs, stillMay, uploads, clock, log, access }: UploadPartsDeps) {
  const fileParts = createFileParts({
    ...{ blobs, clock, log, prefix: PARTS_PREFIX, contentType: PDF_TYPE },
    ...{ maxFileBytes: LARGEST_FILE_BYTES, fileTooLarge, abandonedAfterMs: ABANDONED_AFTER_MS },
  });
  const partsOf = (target: UploadTarget, { actor }: CallContext): Promise<FilePart[]> =>
    fileParts.of(partsPrefix(target), actor.sub);
  const remove = (target: UploadTarget): Promise<void> => fileParts.remove(partsPrefix(target));

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
    if (endOfParts(parts) !== size) throw wrongOffset(endOfParts(parts));
    return uploads.upload(messages({ id, projectId, fileName, category }, parts, sha256), context);
  }

  async function allow({ id, projectId }: UploadTarget, context: CallContext): Promise<void> {
    const fields: Record<string, string> = {};
    if (!isId(projectId)) fields['project_id'] = 'project_id is required';
    if (!isId(id)) fields['id'] = 'id must be a UUID';
    if (Object.keys(fields).length > 0) throw invalidFields(fields);
    await access.require(context, projectId, NEEDED_ROLE.upload, 'Project', 'project_id');
  }

  async function* messages(
    header: { id: string; projectId: string; fileName: string; category: string },
    parts: readonly FilePart[],
    sha256: string,
  ): AsyncGenerator<UploadDocumentRequest> {
    yield { part: { $case: 'header', value: header } };
    for await (const chunk of fileParts.bytes(parts, sha256)) yield { part: { $case: 'chunk', value: chunk } };
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
      return { offset: endOfParts(await partsOf(target, context)) };
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
        const header = await headerOf(messages);
        const { offset } = header;
        checkOffset(offset);
        await allow(header, context);
        const received = await fileParts.add(
          { upload: partsPrefix(header), userId: context.actor.sub, offset },
          chunksOf(messages),
          { headBytes: HEADER_BYTES, checkHead },
        );
        // the sweep removes the part of a removed member
        await stillMay(context.actor, header.projectId, NEEDED_ROLE.upload);
        return received;
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

    sweep: () => fileParts.sweep(),
  };
}

export type UploadParts = ReturnType<typeof createUploadParts>;

/** Only the same user may continue an upload, in any session or with any key. @throws AppError NOT_FOUND */
function requireOwn({ uploadedBy }: DocumentRow, { actor }: CallContext): void {
  if (uploadedBy !== actor.sub) throw notFound('Upload');
}

const isFinal = (error: unknown): boolean =>
  error instanceof AppError &&
  (error.reason === 'upload_differs' ||
    (error.code === 'INVALID_ARGUMENT' && error.cause instanceof ConversionFailure));
