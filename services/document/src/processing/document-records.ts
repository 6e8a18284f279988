import { isId, newValues, notFound, serviceActor, type Actor } from '@symbio/runtime';
import { documentEvents } from '@symbio/proto/document';
import { documentEvent } from '../events.js';
import type { DocumentRow } from '../model.js';
import type { ProcessingStatus } from '@symbio/proto/document/vocabulary';
import { idleStatus, type PageCounts } from './processing-status.js';
import type { DocumentRepository, DocumentWriter } from '../repository.js';

export const SELF: Actor = serviceActor('document');

export const idleStatusOf = ({ classification, totalPages }: DocumentRow, counts: PageCounts): ProcessingStatus =>
  idleStatus(classification !== undefined, { ...counts, total: totalPages });

export function createDocumentRecords(
  repository: Pick<DocumentRepository, 'find' | 'pageCounts'>,
  writer: Pick<DocumentWriter, 'change'>,
) {
  return {
    counts: ({ _id, totalPages }: DocumentRow): Promise<PageCounts> => repository.pageCounts(_id, totalPages),

    /** @throws AppError NOT_FOUND */
    async find(id: string): Promise<DocumentRow> {
      const row = isId(id) ? await repository.find(id) : null;
      if (!row) throw notFound('Document');
      return row;
    },

    /**
     * Publishes the change, if any.
     *
     * @throws AppError NOT_FOUND
     */
    async change(
      id: string,
      actor: Actor,
      decide: (document: DocumentRow) => Partial<DocumentRow> | undefined,
    ): Promise<DocumentRow> {
      const row = await writer.change(id, actor, (document, after) => {
        const set = decide(document);
        if (!set || !newValues(document, set)) return undefined;
        // `lastJobEvent` is internal: no event
        const silent = Object.keys(set).every((key) => key === 'lastJobEvent');
        return { set, events: silent ? [] : [documentEvent(documentEvents.changed, after(set), document)] };
      });
      if (!row) throw notFound('Document');
      return row;
    },
  };
}

export type DocumentRecords = ReturnType<typeof createDocumentRecords>;
