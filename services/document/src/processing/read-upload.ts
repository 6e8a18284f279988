import { newId, type Clock } from '@symbio/kit';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import { readingPriority } from './reading-priority.js';
import { SELF, type DocumentRecords } from './records.js';

export interface ReadUploadDeps {
  repository: Pick<DocumentRepository, 'find' | 'uploadedBeside'>;
  records: DocumentRecords;
  jobsOf: Pick<DocumentJobs, 'createAnalysis'>;
  clock: Clock;
}

/**
 * Sees to it that a report, a directory or a letter can be searched: its text is read when nothing else is to be done,
 * off its pages where the file has none. Sheets of maps are read once somebody has their pictures made. Once: what is
 * being worked on, or was, is left alone, and so is one that could not be read.
 */
export function createReadUpload({ repository, records, jobsOf, clock }: ReadUploadDeps) {
  return async function readUpload(documentId: string, priority?: number): Promise<void> {
    const before = await repository.find(documentId);
    if (!before || !isUnread(before) || sheetKindOf(before.category)) return;
    const own: DocumentJob = { id: newId(), type: ANALYSIS, since: clock.now(), automatic: true };
    const row = await records.change(documentId, SELF, (document) =>
      isUnread(document) ? { job: own, wordsJob: own.id } : undefined,
    );
    // somebody else was quicker; a job that is lost between its two writes is made by the sweep of lost jobs
    if (row.job?.id === own.id)
      await jobsOf.createAnalysis(row, own, priority ?? (await readingPriority(row, repository)));
  };
}

const isUnread = ({ job, wordsJob, totalPages }: DocumentRow): boolean => !job && !wordsJob && totalPages === 0;
