/** Recreates missing jobs of documents. */
import type { Clock, Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { CREATION_MS, type DocumentJobs } from './document-jobs.js';
import { isJobType } from '@symbio/proto/job/vocabulary';

export const LOST_JOB_SWEEP_MS = 60_000;

export interface LostJobSweepDeps {
  repository: Pick<DocumentRepository, 'withJobSince'>;
  documentJobs: Pick<DocumentJobs, 'exists' | 'recreate'>;
  clock: Clock;
  log: Logger;
}

/**
 * A document names its job before the job is requested. After a crash between the two, or a restored backup, it would
 * wait forever. Reuses the job ids.
 */
export function createLostJobSweep({ repository, documentJobs, clock, log }: LostJobSweepDeps) {
  /** Jobs that the job service has. */
  let knownBefore = new Set<string>();

  return {
    async sweep(): Promise<void> {
      const known = new Set<string>();
      for (const row of await repository.withJobSince(new Date(clock.now().getTime() - CREATION_MS))) {
        const { _id: documentId, job } = row;
        if (!job || !isJobType(job.type)) continue;
        if (!knownBefore.has(job.id) && !(await documentJobs.exists(job))) {
          await documentJobs.recreate(row, job);
          log.warn({ document_id: documentId, job_id: job.id }, 'recreated missing job');
        }
        known.add(job.id);
      }
      knownBefore = known;
    },
  };
}
