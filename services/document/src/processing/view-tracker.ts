import { ThrottledTask, type Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { isInTurn } from './in-turn.js';
import { READING_PRIORITY } from './reading-priority.js';

export interface ViewTrackerDeps {
  repository: Pick<DocumentRepository, 'find'>;
  documentJobs: Pick<DocumentJobs, 'createAnalysis' | 'raisePriority'>;
  log: Logger;
}

const PRIORITIZE_EVERY_MS = 10_000;

export function createViewTracker({ repository, documentJobs, log }: ViewTrackerDeps) {
  const prioritizations = new ThrottledTask(
    async (documentId) => {
      const document = await repository.find(documentId);
      if (document?.job?.type !== ANALYSIS) return;
      const { job } = document;
      if (isInTurn(job)) await documentJobs.createAnalysis(document, job, READING_PRIORITY.viewed);
      await documentJobs.raisePriority(job, READING_PRIORITY.viewed);
    },
    { what: 'prioritizing a viewed document', gapMs: PRIORITIZE_EVERY_MS, log },
  );
  return {
    /** Cheap: called for every tile. */
    recordView: (documentId: string): void => prioritizations.request(documentId),
    stop: (): Promise<void> => prioritizations.stop(),
  };
}
