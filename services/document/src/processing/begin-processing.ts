import { conflict, type Actor, type Clock } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { DocumentRecords } from './records.js';

export interface Begun {
  document: DocumentRow;
  readyPages: number[];
  analyzedPages: number[];
  /** Of this attempt, higher than all earlier ones. */
  fencingToken: number;
}

/** Claims the document for a worker. @throws AppError FAILED_PRECONDITION while another job has it */
export function createBeginProcessing(
  repository: Pick<DocumentRepository, 'pages' | 'nextFencingToken'>,
  records: DocumentRecords,
  clock: Clock,
) {
  return async function beginProcessing(documentId: string, jobId: string, actor: Actor): Promise<Begun> {
    const document = await records.change(documentId, actor, ({ job, processingStatus }) => {
      // a job may begin again if its successor was created before its worker received the response
      if (job && job.id !== jobId && job.follows !== jobId)
        throw conflict('document_busy', 'Another job is working on this document.');
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
    // a backup may restore pages that are newer than their document
    const known = Math.max(0, ...pages.map((page) => page.fencingToken ?? 0));
    return {
      document,
      fencingToken: await repository.nextFencingToken(documentId, known),
      readyPages: numbers(({ status, preview }) => status === 'ready' && !preview),
      // an explicit analysis reads all pages again; another attempt of the same job resumes
      analyzedPages: numbers(
        ({ analyzed, analyzedBy }) => analyzed && (document.job?.automatic === true || analyzedBy === jobId),
      ),
    };
  };
}
