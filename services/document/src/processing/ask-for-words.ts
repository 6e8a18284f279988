import { newId, type Clock } from '@symbio/runtime';
import type { DocumentJob } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { ANALYSIS, type DocumentJobs } from './document-jobs.js';
import type { PageSet } from './page-outcome.js';
import { READING_PRIORITY } from './reading-priority.js';
import { SELF, type DocumentRecords } from './records.js';

export interface AskForWordsDeps {
  repository: Pick<DocumentRepository, 'find' | 'pages'>;
  pageWriter: PageWriter;
  records: DocumentRecords;
  jobsOf: Pick<DocumentJobs, 'createAnalysis' | 'isKnown'>;
  clock: Clock;
}

/**
 * Makes documents searchable that were analyzed before words were stored: reads them once, at low priority. A document
 * that fails is not retried.
 */
export function createAskForWords({ repository, pageWriter, records, jobsOf, clock }: AskForWordsDeps) {
  return async function askForWords(documentId: string): Promise<void> {
    const before = await repository.find(documentId);
    if (!before) return;
    const { job, wordsJob } = before;
    const pages = (await repository.pages(documentId)).filter(
      ({ status, wordsDigest }) => status === 'ready' && typeof wordsDigest !== 'string',
    );
    const change = async (set: PageSet): Promise<void> => {
      // no events: nothing published changes
      for (const { _id } of pages) await pageWriter.change(_id, SELF, () => ({ set, events: [] }));
    };
    if (!job && wordsJob) return change({ analyzed: true, wordsDigest: '' });
    if (job && job.id !== wordsJob) return;
    if (job && (await jobsOf.isKnown(job))) return;
    const own: DocumentJob = job ?? { id: newId(), type: ANALYSIS, since: clock.now(), automatic: true };
    const row = await records.change(documentId, SELF, (document) =>
      document.job?.id === job?.id ? { job: own, wordsJob: own.id } : undefined,
    );
    // a concurrent job took the document
    if (row.job?.id !== own.id) return;
    await change({ analyzed: false });
    await jobsOf.createAnalysis(row, own, READING_PRIORITY.last);
  };
}
