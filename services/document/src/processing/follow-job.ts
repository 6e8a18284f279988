import type { Clock } from '@symbio/runtime';
import type { Job } from '@symbio/proto/job';
import type { JobFailure } from '@symbio/proto/job/vocabulary';
import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { idleStatusOf, SELF, type DocumentRecords } from './document-records.js';

/** Not failures of the document. */
const WANTED: readonly string[] = ['cancelled', 'stopped'] satisfies JobFailure[];

/** Needed if no worker could report: after a cancellation, a crash or a manual retry. */
export function createFollowJob(repository: Pick<DocumentRepository, 'find'>, records: DocumentRecords, clock: Clock) {
  return async function followJob(job: Job | undefined, rev: number): Promise<void> {
    const documentId = job?.payload?.documentId;
    if (!job || !documentId || job.status === 'processing') return;
    const document = await repository.find(documentId);
    if (!document) return;
    const counts = await records.counts(document);
    await records.change(documentId, SELF, (current) => {
      if (isOld(current.lastJobEvent, job, rev)) return undefined;
      const lastJobEvent = { id: job.id, rev, at: job.updatedAt ?? new Date(0) };
      const ours = current.job?.id === job.id;
      if (job.status === 'pending' || job.status === 'retrying') {
        if (current.job && !ours) return undefined;
        const taken = current.job ?? { id: job.id, type: job.type, since: clock.now() };
        return { lastJobEvent, job: taken, ...(!taken.automatic && { processingStatus: 'queued' as const }) };
      }
      if (!ours) return { lastJobEvent };
      // an unread document with usable pages has not failed
      const failed = job.status === 'failed' && !WANTED.includes(job.failure) && !current.job?.automatic;
      return {
        lastJobEvent,
        job: undefined,
        processingStatus: failed ? 'failed' : idleStatusOf(current, counts),
        processingError: failed ? job.errorMessage : '',
      };
    });
  };
}

/** Events come twice and out of order. */
function isOld(last: DocumentRow['lastJobEvent'], job: Job, rev: number): boolean {
  if (!last) return false;
  if (last.id === job.id) return last.rev >= rev;
  // perhaps of an earlier job, which must not claim the document again
  return job.updatedAt !== undefined && job.updatedAt < last.at;
}
