import type { JobDeps } from './job-deps.js';
import { withEvent, type JobRecords } from './job-records.js';
import type { JobRow } from './model.js';
import { abandon, isOver } from './transitions.js';

const DOCUMENT_DELETED = 'The document was deleted.';

/** What becomes of jobs when their documents and projects change. */
export function createJobReactions({ repository, writer, tombstones, clock, self }: JobDeps, records: JobRecords) {
  /**
   * One change for both, so that nobody ever sees a job that ended and still leads to its document.
   * @param rev of the deletion, where it can be taken back: a job made since is about the restored document
   */
  async function forgetDocument(id: string, rev?: number): Promise<void> {
    const now = clock.now();
    let before: JobRow | undefined;
    await writer.change(id, self, (job, after) => {
      before = undefined;
      if (rev === undefined && job.deletedDocumentId) return withEvent({ deletedDocumentId: undefined }, after);
      if (!job.documentId || (rev !== undefined && (job.documentRev ?? 0) > rev)) return undefined;
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

  return {
    /**
     * Jobs of a document that was deleted end; their history stays, without a link that leads nowhere.
     * @param rev of a deletion that can be taken back; left out: it went for good
     */
    async documentDeleted(documentId: string, rev?: number): Promise<void> {
      await tombstones.record(documentId, rev);
      if (rev === undefined)
        for (const { _id } of await repository.ofDeletedDocument(documentId)) await forgetDocument(_id);
      // restored already: the two events may come in either order
      if (!(await tombstones.any(documentId))) return;
      for (const { _id } of await repository.ofDocument(documentId)) await forgetDocument(_id, rev);
    },

    /** Its deletion was taken back: its jobs lead to it again. What ended stays ended. */
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
     * Jobs say what their document is (JOB-26). Changes may come in any order: the one with the highest revision counts.
     */
    documentChanged: (documentId: string, category: string, rev: number): Promise<void> =>
      repository.setDocumentCategory(documentId, category, rev),

    /** Jobs of a project whose deletion was taken back wait no longer: their messages may have been used up meanwhile. */
    async projectRestored(projectId: string): Promise<void> {
      for (const job of await repository.offeredOf(projectId)) await records.offerAgain(job);
    },

    /** Jobs of a project that went for good go with it. A worker that has one of them loses it at its next report. */
    async projectDeleted(projectId: string): Promise<void> {
      const ids = (await repository.ofProject(projectId)).map(({ _id }) => _id);
      for (const id of ids) await writer.change(id, self, () => ({ remove: true, events: [] }));
      await repository.removeHistory(ids);
    },
  };
}
