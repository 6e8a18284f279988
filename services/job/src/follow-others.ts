import type { JobDeps } from './job-deps.js';
import { withEvent, type JobRecords } from './job-records.js';
import type { JobRow } from './model.js';
import { sizeOf } from './order.js';
import type { Scheduler } from './scheduler.js';
import { abandon, canStart, isOver } from './transitions.js';

const DOCUMENT_DELETED = 'The document was deleted.';

export interface ChangedDocument {
  category: string;
  /** 0 if unknown. */
  pages: number;
}

/** Reactions to changes of documents and projects. */
export function createJobReactions(
  { repository, writer, tombstones, clock, self }: JobDeps,
  records: JobRecords,
  scheduler: Scheduler,
) {
  /**
   * Ends the job and unlinks its document in one change, so no reader sees only half.
   * @param rev revision of a restorable deletion: newer jobs belong to the restored document
   */
  async function forgetDocument(id: string, rev?: number): Promise<void> {
    const now = clock.now();
    let before: JobRow | undefined;
    await writer.change(id, self, (job, after) => {
      before = undefined;
      if (rev === undefined && job.deletedDocumentId) return withEvent({ deletedDocumentId: undefined }, after);
      if (!job.documentId || (rev !== undefined && job.documentRev > rev)) return undefined;
      if (!isOver(job)) before = job;
      const link = { documentId: undefined, ...(rev !== undefined && { deletedDocumentId: job.documentId }) };
      return withEvent({ ...(before && abandon(job, now, DOCUMENT_DELETED)), ...link }, after);
    });
    if (before?.status === 'processing') {
      await records.closeAttempt(before, now, 'abandoned', DOCUMENT_DELETED);
      records.observeEnd(before, 'abandoned', now);
    }
    if (before) await records.addLines(id, DOCUMENT_DELETED);
  }

  /** Jobs are often created before their file was opened. */
  async function resize(job: JobRow, pages: number): Promise<void> {
    const sized = { ...job, expectedPages: job.expectedPages || pages };
    if (!canStart(job) || job.agedAt || sizeOf(sized) === job.size) return;
    const place = await scheduler.placeOf(sized);
    await writer.change(job._id, self, ({ expectedPages, ...now }, after) =>
      canStart(now) && now.size === job.size && now.priority === job.priority
        ? withEvent({ expectedPages: expectedPages || pages, ...place }, after)
        : undefined,
    );
  }

  return {
    /**
     * Ends jobs of a deleted document and unlinks it; history is kept.
     * @param rev revision of a restorable deletion; absent: permanent
     */
    async documentDeleted(documentId: string, rev?: number): Promise<void> {
      await tombstones.record(documentId, rev);
      if (rev === undefined)
        for (const { _id } of await repository.ofDeletedDocument(documentId)) await forgetDocument(_id);
      // already restored: the two events may arrive in any order
      if (!(await tombstones.any(documentId))) return;
      for (const { _id } of await repository.ofDocument(documentId)) await forgetDocument(_id, rev);
    },

    /** Ended jobs stay ended. */
    async documentRestored(documentId: string, rev: number): Promise<void> {
      await tombstones.withdraw(documentId, rev);
      if (await tombstones.any(documentId)) return;
      for (const { _id } of await repository.ofDeletedDocument(documentId))
        await writer.change(_id, self, (job, after) =>
          job.deletedDocumentId
            ? withEvent({ documentId: job.deletedDocumentId, deletedDocumentId: undefined }, after)
            : undefined,
        );
    },

    /**
     * Updates the document category of jobs (JOB-26), in any event order: the highest revision wins. Waiting jobs get
     * the place of their size.
     */
    async documentChanged(documentId: string, { category, pages }: ChangedDocument, rev: number): Promise<void> {
      await repository.setDocumentCategory(documentId, category, rev);
      for (const job of await repository.activeOfDocument(documentId)) await resize(job, pages);
    },

    /** Offers jobs of a restored project again, as their messages may be consumed. */
    async projectRestored(projectId: string): Promise<void> {
      for (const job of await repository.offeredOf(projectId)) await records.offerAgain(job);
    },

    /** A worker notices at its next report. */
    async projectDeleted(projectId: string): Promise<void> {
      const ids = (await repository.ofProject(projectId)).map(({ _id }) => _id);
      for (const id of ids) await writer.change(id, self, () => ({ remove: true, events: [] }));
      await repository.removeHistory(ids);
    },
  };
}
