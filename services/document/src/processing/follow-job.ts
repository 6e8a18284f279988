import { namedId, type Clock } from '@symbio/runtime';
import type { Job } from '@symbio/proto/job';
import type { JobFailure } from '@symbio/proto/job/vocabulary';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { VolumeInference } from '../title-block/volume-inference.js';
import { failureFields } from '../uploads/protected-file.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { idleStatusOf, SELF, type DocumentRecords } from './document-records.js';
import type { PageCounts } from './processing-status.js';
import { READING_PRIORITY } from './reading-priority.js';

/** Not failures of the document. */
const WANTED: readonly string[] = ['cancelled', 'stopped'] satisfies JobFailure[];

export interface FollowJobDeps {
  repository: Pick<DocumentRepository, 'find'>;
  records: DocumentRecords;
  documentJobs: Pick<DocumentJobs, 'createAnalysis'>;
  volumes: Pick<VolumeInference, 'infer'>;
  clock: Clock;
}

/** The job service keeps the state of jobs: a document follows its events. */
export function createFollowJob({ repository, records, documentJobs, volumes, clock }: FollowJobDeps) {
  /** Text that is only in pictures is read by a job of its own; the pictures are usable until then. */
  const readingAfter = (job: Job): DocumentJob => ({
    id: namedId(`reading after ${job.id}`),
    type: ANALYSIS,
    since: clock.now(),
    automatic: true,
  });

  function onceEnded(document: DocumentRow, job: Job, counts: PageCounts): Partial<DocumentRow> {
    const isAutomatic = document.job?.automatic === true;
    // an unread document with usable pages has not failed
    const failed = job.status === 'failed' && !WANTED.includes(job.failure) && !isAutomatic;
    const isUnread = counts.ready > counts.analyzed || counts.unaudited > 0;
    const reads = job.status === 'completed' && !isAutomatic && job.type !== ANALYSIS && isUnread;
    return {
      pagesReady: counts.ready,
      processingStatus: failed ? 'failed' : idleStatusOf(document, counts),
      processingError: failed ? job.errorMessage : '',
      ...(job.status === 'failed' && failureFields(job.errorMessage)),
      job: reads ? readingAfter(job) : undefined,
    };
  }

  return async function followJob(job: Job | undefined, rev: number): Promise<void> {
    const documentId = job?.payload?.documentId;
    if (!job || !documentId) return;
    const document = await repository.find(documentId);
    if (!document) return;
    const runs = job.status === 'processing';
    // most events of a running job report progress
    if (runs && (document.processingStatus !== 'queued' || document.job?.id !== job.id)) return;
    const hasEnded = job.status === 'completed' || job.status === 'failed';
    // before the document is complete
    if (hasEnded && document.job?.id === job.id) await volumes.infer(documentId);
    const counts = await records.counts(document);
    const row = await records.change(documentId, SELF, (current) => {
      if (isOld(current.lastJobEvent, job, rev)) return undefined;
      const lastJobEvent = { id: job.id, rev, at: job.updatedAt ?? new Date(0) };
      const ours = current.job?.id === job.id;
      // its worker may have begun before the event that it waits for arrived
      if (runs) return ours && !current.job?.automatic ? { lastJobEvent, processingStatus: 'processing' } : undefined;
      if (hasEnded) return ours ? { lastJobEvent, ...onceEnded(current, job, counts) } : { lastJobEvent };
      if (current.job && !ours) return undefined;
      const taken = current.job ?? { id: job.id, type: job.type, since: clock.now() };
      const queued = { processingStatus: 'queued' as const, processingError: job.errorMessage };
      return { lastJobEvent, job: taken, ...(!taken.automatic && queued) };
    });
    // idempotent by id: a redelivery repeats it after a crash
    if (hasEnded && row.job?.id === readingAfter(job).id)
      await documentJobs.createAnalysis(row, row.job, READING_PRIORITY.upload);
  };
}

/** Events come twice and out of order. */
function isOld(last: DocumentRow['lastJobEvent'], job: Job, rev: number): boolean {
  if (!last) return false;
  if (last.id === job.id) return last.rev >= rev;
  // perhaps of an earlier job, which must not claim the document again
  return job.updatedAt !== undefined && job.updatedAt < last.at;
}
