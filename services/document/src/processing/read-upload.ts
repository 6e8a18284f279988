import { newId, type Clock } from '@symbio/runtime';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { readingPriority } from './reading-priority.js';
import { SELF, type DocumentRecords } from './document-records.js';

export interface ReadUploadDeps {
  repository: Pick<DocumentRepository, 'find' | 'countUploadsNear'>;
  records: DocumentRecords;
  documentJobs: Pick<DocumentJobs, 'createAnalysis'>;
  clock: Clock;
}

/**
 * Makes uploaded reports, directories and letters searchable: reads them once at low priority. Map sheets wait for
 * their pictures. Skips documents that have, or had, a job.
 */
export function createReadUpload({ repository, records, documentJobs, clock }: ReadUploadDeps) {
  return async function readUpload(documentId: string, priority?: number): Promise<void> {
    const before = await repository.find(documentId);
    if (!before || !isUnread(before) || sheetKindOf(before.category)) return;
    const readingJob: DocumentJob = { id: newId(), type: ANALYSIS, since: clock.now(), automatic: true };
    const row = await records.change(documentId, SELF, (document) =>
      isUnread(document) ? { job: readingJob, wordsJob: readingJob.id } : undefined,
    );
    // a crash between both writes is repaired by the sweep of lost jobs
    if (row.job?.id === readingJob.id)
      await documentJobs.createAnalysis(row, readingJob, priority ?? (await readingPriority(row, repository)));
  };
}

const isUnread = ({ job, wordsJob, totalPages, needsPassword }: DocumentRow): boolean =>
  !job && !wordsJob && totalPages === 0 && !needsPassword;
