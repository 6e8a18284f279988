import { conflict, doerOf, newId, refuseFields, refuseOverruling, type Actor, type Clock } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { pageEvents, type CorrectPageKindsRequest, type PageKindEdit } from '@symbio/proto/document';
import { isPageKind, PAGE_KINDS } from '@symbio/proto/document/vocabulary';
import { MAX_KIND_EDITS } from '@symbio/proto/limits';
import type { Documents } from '../documents/documents.js';
import { pageEvent } from '../events.js';
import type { KindChange, KindSaid, PageRow } from '../model.js';
import type { DocumentRepository, PageWriter } from '../repository.js';
import { kindOf } from './kind-of.js';

export interface PageKindsDeps {
  documents: Pick<Documents, 'visible'>;
  repository: Pick<DocumentRepository, 'sheets'>;
  pageWriter: Pick<PageWriter, 'change'>;
  volumes: { schedule: (documentId: string) => void };
  clock: Clock;
}

export interface ChangedKind {
  page: PageRow;
  changeId: string;
  /** Empty: none of the kinds. */
  from: string;
  /** Person's previous choice, empty for none of the kinds. */
  said: string | undefined;
}

export interface ChangedKinds {
  changes: ChangedKind[];
  keptPageIds: string[];
}

/** Entries are never dropped. */
export const MAX_KIND_HISTORY = 200;

/** Later readings never override a person's choice. */
export function createCorrectPageKinds({ documents, repository, pageWriter, volumes, clock }: PageKindsDeps) {
  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION `history_full` */
  return async function correctPageKinds(
    { documentId, edits }: CorrectPageKindsRequest,
    context: CallContext,
  ): Promise<ChangedKinds> {
    await documents.visible(documentId, 'update', context);
    const pages = new Map((await repository.sheets(documentId)).map((row) => [row._id, row]));
    refuseFields(problemsOf(edits, (id) => pages.has(id)));
    // before the first write: one full history rejects the whole request
    for (const edit of edits) {
      const row = pages.get(edit.pageId) as PageRow;
      refuseFull(row, edit);
      refuseOthersWord(context.actor, row, edit);
    }
    const changes: ChangedKind[] = [];
    const keptPageIds: string[] = [];
    for (const edit of edits) {
      let made: Omit<ChangedKind, 'page'> | undefined;
      let isKept = false;
      const page = await pageWriter.change(edit.pageId, context.actor, (row, after) => {
        made = undefined;
        const { said, word, ...is } = outcomeOf(row, edit);
        isKept = is.isKept;
        if (!is.isDue) return undefined;
        refuseFull(row, edit);
        refuseOthersWord(context.actor, row, edit);
        const by = { byId: doerOf(context.actor), byName: context.actor.name, at: clock.now() };
        const next: KindSaid = {
          ...(word !== undefined && { word: { kind: word, ...by } }),
          history: said.history,
        };
        const [from, to] = [kindOf(row), kindOf({ ...row, kindSaid: next })];
        const entry: KindChange = {
          id: newId(),
          kind: edit.reset ? 'reset' : 'corrected',
          ...(from && { from }),
          ...(to && { to }),
          ...by,
        };
        const before = said.word?.kind;
        made = { changeId: entry.id, from: from ?? '', said: before === 'other' ? '' : before };
        const set = { kindSaid: { ...next, history: [...said.history, entry] } };
        // consumers that analyze map sheets run again
        const type = row.analyzed && from !== to ? pageEvents.analyzed : pageEvents.changed;
        return { set, events: [pageEvent(type, after(set))] };
      });
      if (isKept) keptPageIds.push(edit.pageId);
      if (page && made) changes.push({ page, ...made });
    }
    if (changes.length > 0) volumes.schedule(documentId);
    return { changes, keptPageIds };
  };
}

export type CorrectPageKinds = ReturnType<typeof createCorrectPageKinds>;

function outcomeOf(row: PageRow, edit: PageKindEdit) {
  const said: KindSaid = row.kindSaid ?? { history: [] };
  const word = edit.reset ? undefined : ((edit.kind || 'other') as NonNullable<KindSaid['word']>['kind']);
  const isKept = edit.afterChangeId !== '' && said.history.at(-1)?.id !== edit.afterChangeId;
  return { said, word, isKept, isDue: !isKept && said.word?.kind !== word };
}

/** @throws AppError FAILED_PRECONDITION `history_full` */
function refuseFull(row: PageRow, edit: PageKindEdit): void {
  const { said, isDue } = outcomeOf(row, edit);
  if (isDue && said.history.length >= MAX_KIND_HISTORY)
    throw conflict('history_full', `The kind of page ${row.pageNumber} was changed ${MAX_KIND_HISTORY} times already.`);
}

/** @throws AppError PERMISSION_DENIED `agents_propose` if an agent would replace another's choice */
function refuseOthersWord(actor: Actor, row: PageRow, edit: PageKindEdit): void {
  const { said, isDue } = outcomeOf(row, edit);
  if (isDue) refuseOverruling(actor, `The kind of page ${row.pageNumber}`, said.history.at(-1)?.byId);
}

function problemsOf(edits: readonly PageKindEdit[], isPage: (id: string) => boolean): Record<string, string> {
  const ids = edits.map(({ pageId }) => pageId);
  if (edits.length === 0) return { pages: 'Say at least one page.' };
  if (edits.length > MAX_KIND_EDITS) return { pages: `pages must hold at most ${MAX_KIND_EDITS} pages` };
  if (new Set(ids).size < ids.length) return { pages: 'Say each page once.' };
  if (!ids.every(isPage)) return { page_id: 'page_id must be a page of this document' };
  if (edits.some(({ kind, reset }) => reset && kind !== '')) return { reset: 'Either say a kind or reset it.' };
  if (edits.some(({ kind }) => kind !== '' && !isPageKind(kind)))
    return { page_type: `page_type must be one of ${PAGE_KINDS.join(', ')}, or null` };
  return {};
}
