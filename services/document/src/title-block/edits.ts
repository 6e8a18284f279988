/** Pure functions, without permission checks. */
import { conflict, invalidFields, refuseFields } from '@symbio/runtime';
import { writtenValue } from '@symbio/page-engine/reading';
import { isSheetFact, type FactChangeKind, type SheetFact } from '@symbio/proto/document/vocabulary';
import type { FactChange, FactCorrection, StoredTitleBlock } from '../model.js';
import { displayedValue } from './block.js';

/** Entries are never dropped. */
export const MAX_HISTORY = 200;

/** Value undefined: unknown. */
export type Edit = { fact: SheetFact } & ({ reset: true } | { reset?: false; value: string | undefined });

export interface SentEdit {
  fact: string;
  value?: string | undefined;
  reset: boolean;
}

/**
 * Also normalizes the values.
 *
 * @throws AppError INVALID_ARGUMENT naming every bad fact
 */
export function checkedEdits(sent: readonly SentEdit[], latestYear: number): Edit[] {
  const problems: Record<string, string> = {};
  const seen = new Set<string>();
  const edits = sent.flatMap(({ fact, value, reset }): Edit[] => {
    if (!isSheetFact(fact)) throw invalidFields({ fact: 'fact must be one of a title block' });
    if (seen.has(fact)) problems[fact] = `Say ${fact} once.`;
    seen.add(fact);
    if (reset) {
      if (value !== undefined) problems[fact] = `Either change ${fact} or reset it.`;
      return [{ fact, reset: true }];
    }
    if (value === undefined) return [{ fact, value }];
    const written = writtenValue(fact, value, latestYear);
    if ('problem' in written) {
      problems[fact] ??= written.problem;
      return [];
    }
    return [{ fact, value: written.value }];
  });
  refuseFields(problems);
  if (edits.length === 0) throw invalidFields({ body: 'Say at least one fact to change or to reset.' });
  return edits;
}

export interface Editor {
  byId: string;
  byName: string;
  at: Date;
  newId: () => string;
  correctionId?: string;
}

const authorFields = ({ byId, byName, at, correctionId }: Editor) => ({
  byId,
  byName,
  at,
  ...(correctionId !== undefined && { correctionId }),
});

export const hasRoomFor = ({ history }: StoredTitleBlock, edits: number): boolean =>
  history.length + edits <= MAX_HISTORY;

function withCorrection(
  block: StoredTitleBlock,
  fact: SheetFact,
  kind: FactChangeKind,
  correction: FactCorrection | undefined,
  editor: Editor,
): StoredTitleBlock {
  const before = block.corrections.find((one) => one.fact === fact);
  const corrections = block.corrections.filter((one) => one.fact !== fact);
  const next = {
    ...block,
    corrections: correction ? [...corrections, correction] : corrections,
    updatedAt: editor.at,
  };
  const [from, to] = [displayedValue(block, fact), displayedValue(next, fact)];
  const entry: FactChange = {
    id: editor.newId(),
    fact,
    kind,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...authorFields(editor),
    ...(before && { before }),
  };
  return { ...next, history: [...block.history, entry] };
}

/**
 * Applies edits; returns the same object if nothing changes.
 *
 * @throws AppError FAILED_PRECONDITION `history_full`
 */
export function applyEdits(block: StoredTitleBlock, edits: readonly Edit[], editor: Editor): StoredTitleBlock {
  const after = edits.reduce((now, edit) => {
    const { fact } = edit;
    const current = now.corrections.find((one) => one.fact === fact);
    if (edit.reset) return current ? withCorrection(now, fact, 'reset', undefined, editor) : now;
    if (current && current.value === edit.value) return now;
    const value = edit.value === undefined ? {} : { value: edit.value };
    return withCorrection(now, fact, 'corrected', { fact, ...value, ...authorFields(editor) }, editor);
  }, block);
  if (after !== block && !hasRoomFor(after, 0))
    throw conflict('history_full', `The title block of this sheet was changed ${MAX_HISTORY} times already.`);
  return after;
}

/** Undefined if never edited. */
export const lastEditor = ({ history }: StoredTitleBlock, fact: SheetFact): string | undefined =>
  history.findLast((entry) => entry.fact === fact)?.byId;

export const factLabel = (fact: SheetFact): string => fact.replaceAll('_', ' ');

export interface UndoResult {
  block: StoredTitleBlock;
  /** Facts edited since, left unchanged. */
  kept: SheetFact[];
}

/** Idempotent. */
export function undoCorrection(block: StoredTitleBlock, correctionId: string, editor: Editor): UndoResult {
  const entries = block.history.filter((entry) => entry.correctionId === correctionId);
  const undoneFacts = new Set(entries.filter(({ kind }) => kind === 'undone').map(({ fact }) => fact));
  const kept: SheetFact[] = [];
  let now = block;
  for (const { fact, kind, before } of entries) {
    if (kind !== 'corrected' || undoneFacts.has(fact)) continue;
    const current = now.corrections.find((one) => one.fact === fact);
    if (current?.correctionId === correctionId)
      now = withCorrection(now, fact, 'undone', before, { ...editor, correctionId });
    else kept.push(fact);
  }
  return { block: now, kept };
}
