import { namedId, type Clock } from '@symbio/runtime';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { READING_PRIORITY } from './reading-priority.js';
import { SELF, type DocumentRecords } from './document-records.js';
import { needsPictures } from './process-map.js';

export interface ReadUploadDeps {
  repository: Pick<DocumentRepository, 'find'>;
  records: DocumentRecords;
  documentJobs: Pick<DocumentJobs, 'createAnalysis' | 'exists'>;
  clock: Clock;
}

/**
 * Reads uploaded reports, directories and letters once, for the search. Skips documents that are read with their pictures,
 * and those that have, or had, a job.
 */
export function createReadUpload({ repository, records, documentJobs, clock }: ReadUploadDeps) {
  return async function readUpload(documentId: string, priority: number = READING_PRIORITY.upload): Promise<void> {
    const before = await repository.find(documentId);
    if (!before || !isUnread(before) || needsPictures(before)) return;
    // named after the file, so that it is read once: an unlocked copy is another file
    const id = namedId(`reading of ${before.filePath}`);
    if (await documentJobs.exists({ id })) return;
    const reading: DocumentJob = { id, type: ANALYSIS, since: clock.now(), automatic: true };
    const row = await records.change(documentId, SELF, (document) =>
      isUnread(document) ? { job: reading } : undefined,
    );
    // a crash between both writes is repaired by the sweep of lost jobs
    if (row.job?.id === id) await documentJobs.createAnalysis(row, reading, priority);
  };
}

const isUnread = ({ job, totalPages, needsPassword }: DocumentRow): boolean =>
  !job && totalPages === 0 && !needsPassword;
