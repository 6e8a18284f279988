import { conflict, type Actor, type Clock } from '@symbio/kit';
import type { DocumentRow, PageRow } from '../model.js';
import type { DocumentRepository } from '../repository.js';
import type { DocumentRecords } from './records.js';

/** A document in a worker's hands. */
export interface Begun {
  document: DocumentRow;
  /** Numbers of pages. */
  readyPages: number[];
  analyzedPages: number[];
  /** Of this attempt alone, higher than those of all before. */
  fencingToken: number;
}

/** A worker takes the document. @throws AppError FAILED_PRECONDITION while another job has it */
export function createBeginProcessing(
  repository: Pick<DocumentRepository, 'pages' | 'nextFencingToken'>,
  records: DocumentRecords,
  clock: Clock,
) {
  return async function beginProcessing(documentId: string, jobId: string, actor: Actor): Promise<Begun> {
    const document = await records.change(documentId, actor, ({ job, processingStatus }) => {
      // a job whose successor was made before its worker learned of it begins once more
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
    // pages may have been restored as they were after their document
    const known = Math.max(0, ...pages.map((page) => page.fencingToken ?? 0));
    return {
      document,
      fencingToken: await repository.nextFencingToken(documentId, known),
      readyPages: numbers(({ status, preview }) => status === 'ready' && !preview),
      // who asks for analysis wants it anew; another attempt of the same job goes on where the last one stopped
      analyzedPages: numbers(
        ({ analyzed, analyzedBy }) => analyzed && (document.job?.automatic === true || analyzedBy === jobId),
      ),
    };
  };
}
