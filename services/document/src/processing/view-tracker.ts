import { ThrottledTask, type Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { READING_PRIORITY } from './reading-priority.js';

export interface ViewTrackerDeps {
  repository: Pick<DocumentRepository, 'find'>;
  documentJobs: Pick<DocumentJobs, 'raisePriority'>;
  log: Logger;
}

const PRIORITIZE_EVERY_MS = 10_000;

/** Reads viewed documents first. */
export function createViewTracker({ repository, documentJobs, log }: ViewTrackerDeps) {
  const prioritizations = new ThrottledTask(
    async (documentId) => {
      const job = (await repository.find(documentId))?.job;
      if (job?.type === ANALYSIS) await documentJobs.raisePriority(job, READING_PRIORITY.viewed);
    },
    { what: 'prioritizing a viewed document', gapMs: PRIORITIZE_EVERY_MS, log },
  );
  return {
    /** Cheap: called for every tile. */
    recordView: (documentId: string): void => prioritizations.request(documentId),
    stop: (): Promise<void> => prioritizations.stop(),
  };
}
