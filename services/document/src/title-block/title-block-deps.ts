/** What the operations on title blocks are made of. */
import { doerOf, isId, isNotFound, newId, notFound, type CallContext, type Clock } from '@symbio/kit';
import type { SheetFact } from '@symbio/proto/document/vocabulary';
import type { Documents } from '../documents.js';
import type { FactCorrection, PageRow } from '../model.js';
import type { DocumentAction } from '../policy.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import type { Editor } from './edits.js';

export interface TitleBlockDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'findPage' | 'sheets'>;
  pageWriter: PageWriter;
  clock: Clock;
}

/** A page that the caller may do something to; what the caller may not see is not found. */
export type FindPage = (id: string, action: DocumentAction, context: CallContext) => Promise<PageRow>;

export const pageFinder =
  ({ documents, repository }: Pick<TitleBlockDeps, 'documents' | 'repository'>): FindPage =>
  async (id, action, context) => {
    const row = isId(id) ? await repository.findPage(id) : null;
    if (!row) throw notFound('Page');
    await documents.visible(row.documentId, action, context).catch((error: unknown) => {
      throw isNotFound(error) ? notFound('Page') : error;
    });
    return row;
  };

/** What corrections of several sheets need. */
export interface VolumeDeps {
  find: FindPage;
  repository: Pick<DocumentRepository, 'sheets'>;
  pageWriter: PageWriter;
  clock: Clock;
}

/** A fact of a sheet that changes, or would. */
export interface FactOfSheet {
  page: PageRow;
  fact: SheetFact;
  from: string | undefined;
  to: string | undefined;
  /** A person's word on it that held before. */
  corrected: FactCorrection | undefined;
}

/** Whose edits a call makes. */
export const editorOf = ({ actor }: CallContext, clock: Clock, correctionId?: string): Editor => ({
  byId: doerOf(actor),
  byName: actor.name,
  at: clock.now(),
  newId,
  ...(correctionId !== undefined && { correctionId }),
});
