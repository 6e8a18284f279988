import { conflict, type Actor, type Clock } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { DocumentRecords } from './document-records.js';

export interface BegunAttempt {
  document: DocumentRow;
  readyPages: number[];
  analyzedPages: number[];
  /** Higher than that of all earlier attempts. */
  fencingToken: number;
}

/** @throws AppError FAILED_PRECONDITION while another job has the document */
export function createBeginProcessing(
  repository: Pick<DocumentRepository, 'pages' | 'nextFencingToken'>,
  records: DocumentRecords,
  clock: Clock,
) {
  return async function beginProcessing(documentId: string, jobId: string, actor: Actor): Promise<BegunAttempt> {
    const document = await records.change(documentId, actor, ({ job, processingStatus }) => {
      if (job && job.id !== jobId) throw conflict('document_busy', 'Another job is working on this document.');
      const own = job?.id === jobId ? job : { id: jobId, type: '', since: clock.now() };
      return {
        job: own,
        processingStatus: own.automatic ? processingStatus : 'processing',
        processingError: '',
      };
    });
    const pages = await repository.pages(documentId);
    const numbers = (which: (page: PageRow) => boolean): number[] =>
      pages.filter(which).map(({ pageNumber }) => pageNumber);
    // a backup may restore pages newer than their document
    const known = Math.max(0, ...pages.map((page) => page.fencingToken ?? 0));
    return {
      document,
      fencingToken: await repository.nextFencingToken(documentId, known),
      readyPages: numbers(({ status, preview }) => status === 'ready' && !preview),
      // an explicit analysis reads all pages; another attempt of the same job resumes
      analyzedPages: numbers(
        ({ analyzed, analyzedBy }) => analyzed && (document.job?.automatic === true || analyzedBy === jobId),
      ),
    };
  };
}
