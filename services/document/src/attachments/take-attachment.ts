/** A file attached to a PDF becomes a document of its own. */
import path from 'node:path';
import { AppError, namedId, Semaphore } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import type { CallContext } from '@symbio/rpc';
import { AttachmentFailure, takeAttached } from '@symbio/page-engine/attachments';
import type { TakeAttachmentRequest } from '@symbio/proto/document';
import type { Documents } from '../documents/documents.js';
import { chunksIn, inScratch } from '../files/scratch.js';
import type { DocumentRow } from '../model.js';
import { refuseForAgent } from '../policy.js';
import type { DocumentRepository } from '../repository.js';
import { checkFileName } from '../uploads/upload-checks.js';
import type { Uploads } from '../uploads/uploads.js';

export interface TakeAttachmentDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'everAttachedTo'>;
  uploads: Pick<Uploads, 'add'>;
  blobs: Pick<BlobStore, 'localCopy'>;
  /** Limits child processes that hold a whole file. */
  semaphore: Semaphore;
  /** Default: in a child process. */
  take?: typeof takeAttached;
}

function refusalOf({ reason, message }: AttachmentFailure, cause: unknown): AppError {
  if (reason === 'not_attached') return new AppError('NOT_FOUND', reason, message, { cause });
  return new AppError(reason === 'crashed' ? 'UNAVAILABLE' : 'INVALID_ARGUMENT', reason, message, { cause });
}

export function createTakeAttachment({
  documents,
  repository,
  uploads,
  blobs,
  semaphore,
  take = takeAttached,
}: TakeAttachmentDeps) {
  // scratch space holds one extracted file; a semaphore of its own, since a picture in it is converted under the other
  const taking = new Semaphore(1);

  async function takeOut(
    { filePath }: DocumentRow,
    index: number,
    to: string,
    signal: AbortSignal,
  ): ReturnType<typeof takeAttached> {
    const copy = await blobs.localCopy(filePath);
    try {
      return await take(copy.path, index, to, signal);
    } catch (error) {
      throw error instanceof AttachmentFailure ? refusalOf(error, error) : error;
    } finally {
      await copy.release();
    }
  }

  /**
   * Idempotent, also for concurrent callers: the id follows from the file.
   * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT if it cannot become a document
   */
  return async function takeAttachment(
    { documentId, index }: TakeAttachmentRequest,
    context: CallContext,
  ): Promise<DocumentRow> {
    const parent = await documents.visible(documentId, 'upload', context);
    refuseForAgent(context.actor);
    const ever = (await repository.everAttachedTo(documentId)).filter((row) => row.attachedTo?.index === index);
    const made = ever.find((row) => !row.removal);
    if (made) return made;
    const id = idOf(documentId, index, ever);
    const take = () =>
      inScratch('attachment', async (folder) => {
        const file = path.join(folder, 'attached');
        const { name } = await semaphore.run(() => takeOut(parent, index, file, context.signal), context.signal);
        const header = {
          id,
          projectId: parent.projectId,
          fileName: checkFileName(name),
          // classified by its own content
          category: undefined,
          description: `Attached to “${parent.fileName}”.`,
          attachedTo: { documentId, index },
        };
        return uploads.add(header, chunksIn(file), context);
      });
    return taking.run(take, context.signal);
  };
}

/** @param deleted documents made of the file before, which keep their ids while they can be restored */
const idOf = (documentId: string, index: number, deleted: readonly DocumentRow[]): string =>
  namedId(['attached', documentId, index, ...deleted.map(({ _id }) => _id)].join(' '));

export type TakeAttachment = ReturnType<typeof createTakeAttachment>;
