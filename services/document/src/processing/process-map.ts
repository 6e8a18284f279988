import { newId, type Clock } from '@symbio/runtime';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { JobType } from '@symbio/proto/job/vocabulary';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { DocumentJobs } from './document-jobs.js';
import { SELF, type DocumentRecords } from './document-records.js';

const TYPE: JobType = 'document-specific';

export interface ProcessMapDeps {
  repository: Pick<DocumentRepository, 'find'>;
  records: Pick<DocumentRecords, 'change'>;
  documentJobs: Pick<DocumentJobs, 'createPages' | 'cancelOwn'>;
  clock: Clock;
}

/**
 * Maps (D-70), and directories that a split made of a package: their entries are proposed on pictures only (decision 0084).
 */
export const needsPictures = ({ category, derivedFrom }: DocumentRow): boolean =>
  sheetKindOf(category) !== undefined || (category === 'city_directories' && derivedFrom !== undefined);

/** Classified with confidence, or by a person, and never processed. */
const isToProcess = (document: DocumentRow): boolean =>
  needsPictures(document) &&
  document.categoryBy !== 'nobody' &&
  !document.needsPassword &&
  !document.pagesJob &&
  document.pagesReady === 0 &&
  (!document.job || document.job.automatic === true) &&
  (document.processingStatus === 'uploaded' || document.processingStatus === 'classified');

/** Processes it once. Replaces the reading of a document that became a map. Idempotent. */
export function createProcessMap({ repository, records, documentJobs, clock }: ProcessMapDeps) {
  return async function processMap(documentId: string): Promise<void> {
    const before = await repository.find(documentId);
    if (!before || !isToProcess(before)) return;
    const job: DocumentJob = { id: newId(), type: TYPE, since: clock.now(), own: true };
    let replaced: DocumentJob | undefined;
    const row = await records.change(documentId, SELF, (document) => {
      if (!isToProcess(document)) return undefined;
      replaced = document.job;
      return { job, pagesJob: job.id, processingStatus: 'queued', processingError: '' };
    });
    if (row.job?.id !== job.id) return;
    // a running one stops at its next page
    if (replaced) await documentJobs.cancelOwn(replaced);
    // a crash between both writes is repaired by the sweep of lost jobs
    await documentJobs.createPages(row, job);
  };
}
