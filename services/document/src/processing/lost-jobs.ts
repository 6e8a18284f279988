/** Recreates jobs that documents wait for but the job service does not know. */
import type { Clock, Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { CREATION_MS, type DocumentJobs } from './document-jobs.js';
import { isJobType } from '@symbio/proto/job/vocabulary';

export const LOST_JOB_SWEEP_MS = 60_000;

export interface LostJobSweeperOptions {
  repository: Pick<DocumentRepository, 'withJobSince'>;
  jobsOf: Pick<DocumentJobs, 'isKnown' | 'makeAgain'>;
  clock: Clock;
  log: Logger;
}

/**
 * A job is written to its document before it is requested. A crash between the two, an unavailable job service, or a
 * backup that read jobs before documents leaves documents waiting forever. Reuses the job ids.
 */
export class LostJobSweeper {
  readonly #o: LostJobSweeperOptions;
  /** Jobs of documents that the job service is known to have. */
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
