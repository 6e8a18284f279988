/** Jobs that documents wait for and that the job service has never heard of. */
import type { CallParent, Clock, Logger } from '@symbio/kit';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, CREATION_MS, type DocumentJobs, type JobsClient } from './document-jobs.js';
import { READING_PRIORITY } from './reading-priority.js';
import { isJobType } from '@symbio/proto/job/vocabulary';

/** Milliseconds between two sweeps. */
export const LOST_JOB_SWEEP_MS = 60_000;

export interface LostJobSweeperOptions {
  repository: Pick<DocumentRepository, 'withJobSince'>;
  jobs: Pick<JobsClient, 'createJob'>;
  jobsOf: Pick<DocumentJobs, 'isKnown' | 'createAnalysis'>;
  /** Calls in the service's own name. */
  asSelf: () => Promise<CallParent>;
  clock: Clock;
  log: Logger;
}

/**
 * A job is written into its document before it is asked for. A service that dies between the two, and a restored backup whose
 * jobs were read before its documents, leave documents that wait for nothing: their jobs are made here, under the same ids.
 */
export class LostJobSweeper {
  readonly #o: LostJobSweeperOptions;
  /** Jobs that are known to the job service, of those that documents have. */
  #known = new Set<string>();

  constructor(options: LostJobSweeperOptions) {
    this.#o = options;
  }

  async sweep(): Promise<void> {
    const { repository, jobs, jobsOf, asSelf, clock, log } = this.#o;
    const known = new Set<string>();
    for (const row of await repository.withJobSince(new Date(clock.now().getTime() - CREATION_MS))) {
      const { _id: documentId, projectId, job } = row;
      if (!job || !isJobType(job.type)) continue;
      if (!this.#known.has(job.id) && !(await jobsOf.isKnown(job))) {
        if (job.type === ANALYSIS) await jobsOf.createAnalysis(row, job, READING_PRIORITY.batch);
        else
          await jobs.createJob(
            {
              ...{ id: job.id, type: job.type, payload: { documentId, projectId, pageNumbers: [] } },
              ...{ documentFilename: row.fileName, documentCategory: row.category, documentRev: row.rev },
            },
            await asSelf(),
          );
        log.warn({ document_id: documentId, job_id: job.id }, 'made a job that a document was waiting for in vain');
      }
      known.add(job.id);
    }
    this.#known = known;
  }
}
