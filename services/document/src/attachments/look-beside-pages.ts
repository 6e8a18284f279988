import type { Logger, Semaphore } from '@symbio/runtime';
import type { BlobStore } from '@symbio/blobs';
import { AttachmentFailure, lookBesidePages } from '@symbio/page-engine/attachments';
import { SELF, type DocumentRecords } from '../processing/document-records.js';
import type { DocumentRepository } from '../repository.js';

export interface LookDeps {
  repository: Pick<DocumentRepository, 'find'>;
  records: Pick<DocumentRecords, 'change'>;
  blobs: Pick<BlobStore, 'localCopy'>;
  log: Logger;
  /** Limits child processes that hold a whole file. */
  semaphore: Semaphore;
  /** Default: in a child process. */
  look?: typeof lookBesidePages;
}

/** Records what an uploaded PDF holds beside its pages: attached files, dynamic forms, pages filled by scripts. */
export function createLookBesidePages({
  repository,
  records,
  blobs,
  log,
  semaphore,
  look = lookBesidePages,
}: LookDeps) {
  async function found(filePath: string) {
    const copy = await blobs.localCopy(filePath);
    try {
      return await look(copy.path);
    } catch (error) {
      if (!(error instanceof AttachmentFailure)) throw error;
      log.info({ err: error, detail: error.detail }, 'could not look beside the pages of a document');
      return { notices: [], attached: [] };
    } finally {
      await copy.release();
    }
  }

  /** Idempotent. */
  return async function lookAt(documentId: string): Promise<void> {
    const row = await repository.find(documentId);
    if (!row || row.attached) return;
    const { notices, attached } = await semaphore.run(() => found(row.filePath));
    await records.change(documentId, SELF, (document) =>
      document.attached ? undefined : { attached, notices: [...(document.notices ?? []), ...notices] },
    );
  };
}

export type LookBesidePages = ReturnType<typeof createLookBesidePages>;
