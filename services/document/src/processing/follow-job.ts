import type { Clock } from '@symbio/runtime';
import type { Job } from '@symbio/proto/job';
import type { JobFailure } from '@symbio/proto/job/vocabulary';
import type { DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { restingOf, SELF, type DocumentRecords } from './records.js';

/** Ends that are no failure of the document. */
const WANTED: readonly string[] = ['cancelled', 'stopped'] satisfies JobFailure[];

/** Follows job events: needed if no worker could report, after a cancellation, a worker crash or a manual retry. */
export function createFollowJob(repository: Pick<DocumentRepository, 'find'>, records: DocumentRecords, clock: Clock) {
  return async function followJob(job: Job | undefined, rev: number): Promise<void> {
    const documentId = job?.payload?.documentId;
    if (!job || !documentId || job.status === 'processing') return;
    const document = await repository.find(documentId);
    if (!document) return;
    const counts = await records.counts(document);
    await records.change(documentId, SELF, (current) => {
      if (isOld(current.lastJobEvent, job, rev)) return undefined;
      const lastJobEvent = { id: job.id, rev, ...(job.updatedAt && { at: job.updatedAt }) };
      const ours = current.job?.id === job.id;
      if (job.status === 'pending' || job.status === 'retrying') {
        if (current.job && !ours) return undefined;
        const taken = current.job ?? { id: job.id, type: job.type, since: clock.now() };
        return { lastJobEvent, job: taken, ...(!taken.automatic && { processingStatus: 'queued' as const }) };
      }
      if (!ours) return { lastJobEvent };
      // usable pages are no failure, even if their words could not be read
      const failed = job.status === 'failed' && !WANTED.includes(job.failure) && !current.job?.automatic;
      return {
        lastJobEvent,
        job: undefined,
        processingStatus: failed ? 'failed' : restingOf(current, counts),
        processingError: failed ? job.errorMessage : '',
      };
    });
  };
}

/** Whether an event is older than one already received: events come twice and out of order. */
function isOld(last: DocumentRow['lastJobEvent'], job: Job, rev: number): boolean {
  if (!last) return false;
  if (last.id === job.id) return last.rev >= rev;
  // perhaps of a job that ended before the newest one began: it must not claim the document again
  return last.at !== undefined && last.at !== null && job.updatedAt !== undefined && job.updatedAt < last.at;
}
