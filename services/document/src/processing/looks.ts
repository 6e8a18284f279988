import { ThrottledTask, type Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { READING_PRIORITY } from './reading-priority.js';

export interface LooksDeps {
  repository: Pick<DocumentRepository, 'find'>;
  jobsOf: Pick<DocumentJobs, 'hurry'>;
  log: Logger;
}

const LOOK_EVERY_MS = 10_000;

/** Raises the priority of documents that are being viewed. */
export function createLooks({ repository, jobsOf, log }: LooksDeps) {
  const looks = new ThrottledTask(
    async (documentId) => {
      const job = (await repository.find(documentId))?.job;
      if (job?.type === ANALYSIS) await jobsOf.hurry(job, READING_PRIORITY.lookedAt);
    },
    { what: 'hurrying the reading of a document', gapMs: LOOK_EVERY_MS, log },
  );
  return {
    /** Records a view of the document; cheap, to be called for every tile. */
    lookedAt: (documentId: string): void => looks.request(documentId),
    stop: (): Promise<void> => looks.stop(),
  };
}
