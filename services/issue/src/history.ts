import { newId, doerOf, type Actor, type Clock } from '@symbio/runtime';
import type { FieldChange, HistoryEntry, IssueRow } from './model.js';

/** Maximum entries per issue; older ones are dropped. */
export const MAX_HISTORY = 500;
/** Characters of a text kept per entry: 500 full descriptions of 20,000 would exceed the row size. */
export const MAX_HISTORY_TEXT = 1_000;

/** Undefined if empty. */
export function kept(text: string | undefined): string | undefined {
  if (!text) return undefined;
  return text.length > MAX_HISTORY_TEXT ? `${text.slice(0, MAX_HISTORY_TEXT - 1)}…` : text;
}

type Shown = Pick<
  IssueRow,
  'title' | 'type' | 'severity' | 'status' | 'description' | 'path' | 'assignee' | 'assigneeName' | 'labels'
>;

/** Tracked field: comparison key, display text, and user id for names. */
interface Field {
  value: (row: Shown) => string;
  words?: (row: Shown) => string;
  id?: (row: Shown) => string | undefined;
}

const FIELDS: Readonly<Record<string, Field>> = {
  title: { value: (row) => row.title },
  type: { value: (row) => row.type },
  severity: { value: (row) => row.severity },
  status: { value: (row) => row.status },
  description: { value: (row) => row.description },
  path: { value: (row) => row.path },
  assignee: {
    value: (row) => row.assignee ?? '',
    words: (row) => row.assigneeName || (row.assignee ?? ''),
    id: (row) => row.assignee,
  },
  labels: { value: (row) => row.labels.join(', ') },
};

export const changesBetween = (before: Shown, after: Shown): FieldChange[] =>
  Object.entries(FIELDS).flatMap(([field, { value, words = value, id }]) => {
    if (value(before) === value(after)) return [];
    const ids = { ...(id?.(before) && { fromId: id(before) }), ...(id?.(after) && { toId: id(after) }) };
    return [{ field, from: kept(words(before)), to: kept(words(after)), ...ids }];
  });

export const historyEntry = (
  actor: Actor,
  clock: Pick<Clock, 'now'>,
  changes: FieldChange[],
  id = newId(),
): HistoryEntry => ({
  id,
  at: clock.now(),
  authorId: doerOf(actor),
  authorName: actor.name,
  changes,
});

export const appended = ({ history = [] }: Pick<IssueRow, 'history'>, entry: HistoryEntry): HistoryEntry[] =>
  [...history, entry].slice(-MAX_HISTORY);

export function editedBy({ edits }: Pick<IssueRow, 'edits'>, entry: HistoryEntry): IssueRow['edits'] {
  const changed = new Set(entry.changes.map(({ field }) => field));
  return [
    ...edits.filter(({ field }) => !changed.has(field)),
    ...[...changed].map((field) => ({ field, at: entry.at, by: entry.authorId })),
  ];
}
