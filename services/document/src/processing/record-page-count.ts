import { invalidFields, type Actor } from '@symbio/runtime';
import { DEFAULT_LIMITS } from '@symbio/page-engine/pipeline';
import { pageEvents } from '@symbio/proto/document';
import { pageEvent } from '../events.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import type { PageTexts } from '../search/page-text-repository.js';
import type { DocumentRecords } from './document-records.js';

export interface RecordPageCountDeps {
  repository: Pick<DocumentRepository, 'pages' | 'addPendingPages'>;
  pageWriter: PageWriter;
  texts: Pick<PageTexts, 'remove'>;
  records: DocumentRecords;
}

/** Adds missing pages and removes those beyond the count. */
export function createRecordPageCount({ repository, pageWriter, texts, records }: RecordPageCountDeps) {
  return async function recordPageCount(documentId: string, total: number, actor: Actor): Promise<void> {
    if (!Number.isInteger(total) || total < 1 || total > DEFAULT_LIMITS.pages)
      throw invalidFields({ total_pages: `total_pages must be from 1 to ${DEFAULT_LIMITS.pages}` });
    const document = await records.find(documentId);
    const known = await repository.pages(documentId);
    for (const page of known.filter(({ pageNumber }) => pageNumber > total)) {
      await pageWriter.change(page._id, actor, (row) => ({
        remove: true,
        events: [pageEvent(pageEvents.deleted, row)],
      }));
      await texts.remove(page._id);
    }
    const numbers = new Set(known.map(({ pageNumber }) => pageNumber));
    const missing = Array.from({ length: total }, (_, index) => index + 1).filter((number) => !numbers.has(number));
    await repository.addPendingPages(document, missing);
    if (document.totalPages !== total) await records.change(documentId, actor, () => ({ totalPages: total }));
  };
}
