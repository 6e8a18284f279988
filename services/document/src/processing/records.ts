import { isId, notFound, serviceActor, type Actor } from '@symbio/kit';
import { documentEvents } from '@symbio/proto/document';
import { differs } from '../differs.js';
import { documentEvent } from '../events.js';
import type { DocumentRow } from '../model.js';
import type { ProcessingStatus } from '@symbio/proto/document/vocabulary';
import { restingStatus, type PageCounts } from '../processing-status.js';
import type { DocumentRepository, DocumentWriter } from '../repository.js';

/** On whose behalf the service changes documents when nobody asked. */
export const SELF: Actor = serviceActor('document');

/** What a document's status is when no job has it. */
export const restingOf = ({ classification, totalPages }: DocumentRow, counts: PageCounts): ProcessingStatus =>
  restingStatus(classification !== undefined, { ...counts, total: totalPages });

/** Finding, counting and changing documents, as all of processing does it. */
export function documentRecords(
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
     * Publishes what changed; nothing when `decide` changes nothing.
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
        if (!set || !differs(set, document)) return undefined;
        // which word of the job service came last is nobody else's business
        const silent = Object.keys(set).every((key) => key === 'lastJobEvent');
        return { set, events: silent ? [] : [documentEvent(documentEvents.changed, after(set), document)] };
      });
      if (!row) throw notFound('Document');
      return row;
    },
  };
}

export type DocumentRecords = ReturnType<typeof documentRecords>;
