import { Coalesced, type Logger } from '@symbio/kit';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { READING_PRIORITY } from './reading-priority.js';

export interface LooksDeps {
  repository: Pick<DocumentRepository, 'find'>;
  jobsOf: Pick<DocumentJobs, 'hurry'>;
  log: Logger;
}

/** Milliseconds between two questions about a document that somebody looks at. */
const LOOK_EVERY_MS = 10_000;

/** What somebody has open is read before what nobody looks at. */
export function createLooks({ repository, jobsOf, log }: LooksDeps) {
  const looks = new Coalesced(
    async (documentId) => {
      const job = (await repository.find(documentId))?.job;
      if (job?.type === ANALYSIS) await jobsOf.hurry(job, READING_PRIORITY.lookedAt);
    },
    { what: 'hurrying the reading of a document', gapMs: LOOK_EVERY_MS, log },
  );
  return {
    /** Somebody looks at a page of the document; to be called as often as that is. */
    lookedAt: (documentId: string): void => looks.ask(documentId),
    /** Waits for questions in flight. */
    stop: (): Promise<void> => looks.stop(),
  };
}
