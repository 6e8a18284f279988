import { newId, type Clock } from '@symbio/runtime';
import type { DocumentJob } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import type { PageSet } from './page-report.js';
import { READING_PRIORITY } from './reading-priority.js';
import { SELF, type DocumentRecords } from './document-records.js';

export interface RequestWordsDeps {
  repository: Pick<DocumentRepository, 'find' | 'pages'>;
  pageWriter: PageWriter;
  records: DocumentRecords;
  documentJobs: Pick<DocumentJobs, 'createAnalysis' | 'exists'>;
  clock: Clock;
}

/** Reads documents once, at low priority, that were analyzed before words were stored. No retry after a failure. */
export function createRequestWords({ repository, pageWriter, records, documentJobs, clock }: RequestWordsDeps) {
  return async function requestWords(documentId: string): Promise<void> {
    const before = await repository.find(documentId);
    if (!before) return;
    const { job, wordsJob } = before;
    const pages = (await repository.pages(documentId)).filter(
      ({ status, wordsDigest }) => status === 'ready' && typeof wordsDigest !== 'string',
    );
    const change = async (set: PageSet): Promise<void> => {
      // nothing published changes
      for (const { _id } of pages) await pageWriter.change(_id, SELF, () => ({ set, events: [] }));
    };
    if (!job && wordsJob) return change({ analyzed: true, wordsDigest: '' });
    if (job && job.id !== wordsJob) return;
    if (job && (await documentJobs.exists(job))) return;
    const readingJob: DocumentJob = job ?? { id: newId(), type: ANALYSIS, since: clock.now(), automatic: true };
    const row = await records.change(documentId, SELF, (document) =>
      document.job?.id === job?.id ? { job: readingJob, wordsJob: readingJob.id } : undefined,
    );
    // a concurrent job took the document
    if (row.job?.id !== readingJob.id) return;
    await change({ analyzed: false });
    await documentJobs.createAnalysis(row, readingJob, READING_PRIORITY.last);
  };
}
