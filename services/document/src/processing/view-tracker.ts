import { ThrottledTask, type Logger } from '@symbio/runtime';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, AWAITED_PRIORITY, type DocumentJobs } from './document-jobs.js';
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
  const openings = new ThrottledTask(
    async (documentId) => {
      const document = await repository.find(documentId);
      if (!document?.job || document.job.type === ANALYSIS || document.pagesReady > 0) return;
      await documentJobs.raisePriority(document.job, AWAITED_PRIORITY);
    },
    { what: 'prioritizing an opened document', gapMs: PRIORITIZE_EVERY_MS, log },
  );
  return {
    /** Cheap: called for every tile. */
    recordView: (documentId: string): void => prioritizations.request(documentId),
    /** Of a document whose first page a person may wait for. */
    recordOpening: (documentId: string): void => openings.request(documentId),
    stop: async (): Promise<void> => void (await Promise.all([prioritizations.stop(), openings.stop()])),
  };
}
