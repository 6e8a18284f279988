import type { JobDeps } from './job-deps.js';
import { withEvent, type JobRecords } from './job-records.js';
import type { JobRow } from './model.js';
import { abandon, isOver } from './transitions.js';

const DOCUMENT_DELETED = 'The document was deleted.';

/** What becomes of jobs when their documents and projects change. */
export function createJobReactions({ repository, writer, clock, self }: JobDeps, records: JobRecords) {
  /** One change for both, so that nobody ever sees a job that ended and still leads to its document. */
  async function forgetDocument(id: string): Promise<void> {
    const now = clock.now();
    let before: JobRow | undefined;
    await writer.change(id, self, (job, after) => {
      before = undefined;
      if (!job.documentId) return undefined;
      if (!isOver(job)) before = job;
      return withEvent({ ...(before && abandon(job, now, DOCUMENT_DELETED)), documentId: undefined }, after);
    });
    if (before?.status === 'processing') {
      await records.closeAttempt(before, now, 'abandoned', DOCUMENT_DELETED);
      records.observeEnd(before, 'abandoned', now);
    }
    if (before) await records.addLines(id, DOCUMENT_DELETED);
  }

  return {
    /** Jobs of a document that was deleted end; their history stays, without a link that leads nowhere. */
    async documentDeleted(documentId: string): Promise<void> {
      for (const { _id } of await repository.ofDocument(documentId)) await forgetDocument(_id);
    },

    /**
     * Jobs say what their document is (JOB-26). Changes may come in any order: the one with the highest revision counts.
     */
    documentChanged: (documentId: string, category: string, rev: number): Promise<void> =>
      repository.setDocumentCategory(documentId, category, rev),

    /** Jobs of a project that was deleted go with it. A worker that has one of them loses it at its next report. */
    async projectDeleted(projectId: string): Promise<void> {
      const ids = (await repository.ofProject(projectId)).map(({ _id }) => _id);
      for (const id of ids) await writer.change(id, self, () => ({ remove: true, events: [] }));
      await repository.removeHistory(ids);
    },
  };
}
