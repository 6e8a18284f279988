/** Jobs that documents wait for and that the job service has never heard of. */
import type { Clock, Logger } from '@symbio/kit';
import type { DocumentRepository } from '../repository.js';
import { CREATION_MS, type DocumentJobs } from './document-jobs.js';
import { isJobType } from '@symbio/proto/job/vocabulary';

/** Milliseconds between two sweeps. */
export const LOST_JOB_SWEEP_MS = 60_000;

export interface LostJobSweeperOptions {
  repository: Pick<DocumentRepository, 'withJobSince'>;
  jobsOf: Pick<DocumentJobs, 'isKnown' | 'makeAgain'>;
  clock: Clock;
  log: Logger;
}

/**
 * A job is written into its document before it is asked for. A service that dies between the two, a job service that does not
 * answer, and a restored backup whose jobs were read before its documents, leave documents that wait for nothing: their jobs
 * are made here, under the same ids.
 */
export class LostJobSweeper {
  readonly #o: LostJobSweeperOptions;
  /** Jobs that are known to the job service, of those that documents have. */
  #known = new Set<string>();

  constructor(options: LostJobSweeperOptions) {
    this.#o = options;
  }

  async sweep(): Promise<void> {
    const { repository, jobsOf, clock, log } = this.#o;
    const known = new Set<string>();
    for (const row of await repository.withJobSince(new Date(clock.now().getTime() - CREATION_MS))) {
      const { _id: documentId, job } = row;
      if (!job || !isJobType(job.type)) continue;
      if (!this.#known.has(job.id) && !(await jobsOf.isKnown(job))) {
        await jobsOf.makeAgain(row, job);
        log.warn({ document_id: documentId, job_id: job.id }, 'made a job that a document was waiting for in vain');
      }
      known.add(job.id);
    }
    this.#known = known;
  }
}
