import { doerOf, newId, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { pageEvents } from '@symbio/proto/document';
import type { SheetFact } from '@symbio/proto/document/vocabulary';
import type { Documents } from '../documents/documents.js';
import { pageEvent } from '../events.js';
import type { FactCorrection, PageRow, StoredTitleBlock } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { columnsOf, displayedValue } from './block.js';
import type { Editor } from './edits.js';

export interface TitleBlockDeps {
  documents: Pick<Documents, 'page'>;
  repository: Pick<DocumentRepository, 'sheets'>;
  pageWriter: Pick<PageWriter, 'change'>;
  clock: Clock;
}

/** With the derived columns. */
export function titleBlockChange(titleBlock: StoredTitleBlock, after: (set: Partial<PageRow>) => PageRow) {
  const set = { titleBlock, ...columnsOf(titleBlock) };
  return { set, events: [pageEvent(pageEvents.changed, after(set))] };
}

export interface SheetFactChange {
  page: PageRow;
  fact: SheetFact;
  from: string | undefined;
  to: string | undefined;
  corrected: FactCorrection | undefined;
}

export const sheetFactChange = (
  page: PageRow,
  fact: SheetFact,
  before: StoredTitleBlock,
  after: StoredTitleBlock,
): SheetFactChange => ({
  page,
  fact,
  from: displayedValue(before, fact),
  to: displayedValue(after, fact),
  corrected: before.corrections.find((one) => one.fact === fact),
});

export const editorOf = ({ actor }: CallContext, clock: Clock, correctionId?: string): Editor => ({
  byId: doerOf(actor),
  byName: actor.name,
  at: clock.now(),
  newId,
  ...(correctionId !== undefined && { correctionId }),
});
