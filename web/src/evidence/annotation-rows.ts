import { isDraft, original } from '@reduxjs/toolkit';
import type { Annotation, AnnotationCoordinates } from './annotation-records.js';
import { TEMPORARY_PREFIX } from './annotation-records.js';

/** What a person may change of an annotation. */
export interface AnnotationChanges {
  coordinates?: AnnotationCoordinates;
  content?: string;
}

/** What this browser did to an annotation that the server has not confirmed yet. */
export interface LocalState {
  /** The annotation as the server last sent it; null while it is being created. */
  confirmed: Annotation | null;
  /** What is on its way to the server; `deleted` once it has deleted the annotation, until a list says so too. */
  sending: 'create' | 'delete' | 'restore' | 'deleted' | AnnotationChanges | null;
  /** Changes made since; sent once `sending` is answered. */
  queued: AnnotationChanges | null;
  /** Whether the queued changes hold only for the version this browser has seen (undo and redo). */
  guarded: boolean;
  /**
   * A deletion the person asked for: hidden at once, sent once `sending` is answered. Taken back, it is false while
   * `sending` is still `delete` or `deleted`: then the annotation is restored next.
   */
  removed: boolean;
}

/**
 * An annotation in the cache. `key` stays when the server's id replaces the temporary one, so that a selection or
 * an open form keeps its annotation; `local` is present only while something is unconfirmed (ANN-11). Changes by
 * others never overwrite unconfirmed local changes: they are laid over whatever the server says.
 */
export interface AnnotationRow extends Annotation {
  key: string;
  local?: LocalState;
  /** Created here and in no list yet: one list that was on its way at that moment may lack it. */
  fresh?: true;
}

/** One step of talking to the server about one annotation. */
export type NextWrite =
  | { kind: 'update'; id: string; changes: AnnotationChanges; seen?: string }
  | { kind: 'delete'; id: string }
  | { kind: 'restore'; id: string };

/** The rows as they were before the recipe that runs: to look through a draft of thousands would copy each. */
function plain(rows: readonly AnnotationRow[]): readonly AnnotationRow[] {
  return isDraft(rows) ? (original(rows as AnnotationRow[]) ?? rows) : rows;
}

function indexOf(rows: readonly AnnotationRow[], key: string): number {
  return plain(rows).findIndex((row) => row.key === key);
}

function find(rows: AnnotationRow[], key: string): AnnotationRow | undefined {
  return rows[indexOf(rows, key)];
}

function localOf(row: AnnotationRow): LocalState {
  if (!row.local) {
    const { key, fresh, ...confirmed } = isDraft(row) ? (original(row) ?? row) : row;
    row.local = { confirmed, sending: null, queued: null, guarded: false, removed: false };
  }
  return row.local;
}

/** Lays the unconfirmed changes over what the server said last. */
function overlay(row: AnnotationRow): void {
  const { local } = row;
  if (!local?.confirmed) return;
  const sent = typeof local.sending === 'object' ? local.sending : null;
  Object.assign(row, local.confirmed, sent, local.queued);
}

/** Drops the local state once nothing is unconfirmed. */
function tidy(row: AnnotationRow): void {
  const { local } = row;
  if (local && !local.sending && !local.queued && !local.removed) delete row.local;
}

/** The row shown while the server creates it; `key` is the id the browser proposes (ANN-12). */
export function temporaryRow(
  key: string,
  draft: Omit<Annotation, 'id' | 'created_at' | 'updated_at'>,
  now: string,
): AnnotationRow {
  const local: LocalState = { confirmed: null, sending: 'create', queued: null, guarded: false, removed: false };
  return { ...draft, key, id: `${TEMPORARY_PREFIX}${key}`, created_at: now, updated_at: now, local };
}

/** The server created it: the real id replaces the temporary one, edits made meanwhile stay queued. */
export function settleCreated(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.confirmed = saved;
  row.local.sending = null;
  row.fresh = true;
  overlay(row);
  tidy(row);
}

/** The server refused to create it: it goes. */
export function rollBackCreated(rows: AnnotationRow[], key: string): void {
  drop(rows, key);
}

/**
 * A person changed it: shown at once, merged with whatever waits.
 *
 * @param guarded the server must refuse the changes when somebody else has changed the annotation since
 */
export function queueChanges(rows: AnnotationRow[], key: string, changes: AnnotationChanges, guarded = false): void {
  const row = find(rows, key);
  if (!row) return;
  const local = localOf(row);
  local.guarded = guarded;
  local.queued = { ...local.queued, ...changes };
  Object.assign(row, changes);
}

/** A person deleted it: hidden at once. */
export function queueRemoval(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (row) localOf(row).removed = true;
}

/**
 * A person takes a deletion back: seen again at once.
 *
 * @param deleted the row as it was when it was deleted: a list may have taken it out since
 */
export function queueRestoration(rows: AnnotationRow[], deleted: AnnotationRow): void {
  const { key } = deleted;
  const row = find(rows, key);
  if (row?.local) row.local.removed = false;
  if (row) return;
  const { local, fresh, key: _, ...shown } = deleted;
  const confirmed = local?.confirmed ?? shown;
  const unconfirmed: LocalState = { confirmed, sending: 'deleted', queued: null, guarded: false, removed: false };
  rows.push({ ...confirmed, key, local: unconfirmed });
}

/** The next thing to send about an annotation, or null while an answer is outstanding or nothing waits. */
export function nextWrite(rows: readonly AnnotationRow[], key: string): NextWrite | null {
  const row = rows.find((candidate) => candidate.key === key);
  if (!row?.local?.confirmed) return null;
  const { confirmed, sending, removed, queued, guarded } = row.local;
  if (sending === 'deleted') return removed ? null : { kind: 'restore', id: row.id };
  if (sending) return null;
  if (removed) return { kind: 'delete', id: row.id };
  if (!queued) return null;
  return { kind: 'update', id: row.id, changes: queued, ...(guarded && { seen: confirmed.updated_at }) };
}

/** Marks what {@link nextWrite} named as being sent. */
export function markSending(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (!local) return;
  if (local.sending === 'deleted' && !local.removed) local.sending = 'restore';
  if (local.sending) return;
  if (local.removed) local.sending = 'delete';
  else {
    local.sending = local.queued;
    local.queued = null;
    local.guarded = false;
  }
}

/** The server took the change. */
export function settleChanged(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  // somebody else has deleted it meanwhile
  if (!row?.local || row.local.sending === 'deleted') return;
  row.local.confirmed = saved;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** The server refused the change: what it had comes back; later edits stay and are tried. */
export function rollBackChanged(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  // somebody else has deleted it meanwhile
  if (!row?.local || row.local.sending === 'deleted') return;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** The server deleted it: it stays hidden until a list lacks it, for one that was on its way may still hold it. */
export function settleRemoved(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (local) local.sending = 'deleted';
}

/** The server brought it back. */
export function settleRestored(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (row) row.fresh = true;
  settleChanged(rows, key, saved);
}

/** The server refused to bring it back: it is hidden again. */
export function rollBackRestored(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (!local) return;
  local.sending = 'deleted';
  local.removed = true;
}

/** A person decided about an AI agent's annotation: the server's answer, with the copy that accepting made. */
export function settleReviewed(rows: AnnotationRow[], annotation: Annotation, copy: Annotation | null): void {
  for (const saved of copy ? [annotation, copy] : [annotation]) {
    const row = rows[plain(rows).findIndex(({ id, key }) => id === saved.id || key === saved.id)];
    if (!row) rows.push({ ...saved, key: saved.id, fresh: true });
    else if (row.local) {
      row.local.confirmed = saved;
      if (row.local.sending === 'create') row.local.sending = null;
      overlay(row);
      tidy(row);
    } else Object.assign(row, saved);
  }
}

/**
 * Somebody else made, changed or brought back an annotation. What this browser has not had confirmed yet stays laid over
 * it, and what is older than what is known changes nothing.
 */
export function receiveOne(rows: AnnotationRow[], annotation: Annotation): void {
  const known = plain(rows).find(({ id, key, local }) => id === annotation.id || (key === annotation.id && local));
  if (!known) {
    // a list that was on its way may lack it
    rows.push({ ...annotation, key: annotation.id, fresh: true });
    return;
  }
  // the answer to its creation settles it
  if (known.local?.sending === 'create') return;
  const confirmed = known.local?.confirmed ?? known;
  const isDeleted = known.local?.sending === 'deleted';
  if (annotation.updated_at < confirmed.updated_at || (isDeleted && annotation.updated_at === confirmed.updated_at))
    return;
  if (!known.local && sameVersion(known, annotation)) return;
  const row = find(rows, known.key);
  if (!row) return;
  if (isDeleted) delete row.local;
  if (row.local) {
    row.local.confirmed = annotation;
    overlay(row);
  } else Object.assign(row, annotation);
}

/**
 * Somebody else deleted an annotation: it stays hidden, for a list that was on its way may still hold it. What this
 * browser itself deletes or brings back is left to the answers.
 *
 * @param at when it was deleted, if known: what is known to be there since is there again
 */
export function receiveRemoval(rows: AnnotationRow[], id: string, at?: string): void {
  const known = plain(rows).find((row) => row.id === id);
  const row = known && find(rows, known.key);
  if (!row || row.local?.sending === 'delete' || row.local?.sending === 'deleted' || row.local?.sending === 'restore')
    return;
  if (at !== undefined && (row.local?.confirmed ?? row).updated_at > at) return;
  const { confirmed } = localOf(row);
  row.local = { confirmed, sending: 'deleted', queued: null, guarded: false, removed: true };
}

/** When an annotation was changed last, as far as this browser knows; null for one that it does not show. */
export function knownSince(rows: readonly AnnotationRow[], id: string): string | null {
  const row = rows.find((each) => each.id === id);
  return row && !row.local?.removed ? (row.local?.confirmed ?? row).updated_at : null;
}

/** The server refused to delete it: it is seen again. */
export function rollBackRemoved(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.sending = null;
  row.local.removed = false;
  overlay(row);
  tidy(row);
}

/**
 * The cache after the server sent its list: its rows, with unconfirmed local changes laid over them, and the rows it
 * cannot know yet. Rows that did not change keep their identity, so that nothing is drawn again.
 */
export function receive(rows: readonly AnnotationRow[], incoming: readonly Annotation[]): AnnotationRow[] {
  const current = plain(rows);
  const byId = new Map(current.map((row) => [row.id, row]));
  const creating = current.filter((row) => row.local?.sending === 'create');
  const proposed = new Set(creating.map((row) => row.key));
  const listed = new Set(incoming.map(({ id }) => id));
  const received = incoming
    // the list may already hold what is being created under the proposed id: its answer will settle the row
    .filter((annotation) => !proposed.has(annotation.id))
    .map((annotation): AnnotationRow => {
      const known = byId.get(annotation.id);
      if (!known) return { ...annotation, key: annotation.id };
      // a list that was on its way while the answer to a change came tells what was before
      const isOld = annotation.updated_at < (known.local?.confirmed ?? known).updated_at;
      if (!known.local) {
        if (!known.fresh && (isOld || sameVersion(known, annotation))) return known;
        return { ...(isOld ? withoutFresh(known) : annotation), key: known.key };
      }
      // it was deleted, and brought back since
      if (known.local.sending === 'deleted' && annotation.updated_at > (known.local.confirmed?.updated_at ?? ''))
        return { ...annotation, key: known.key };
      const confirmed = isOld ? known.local.confirmed : annotation;
      const row: AnnotationRow = { ...annotation, key: known.key, local: { ...known.local, confirmed } };
      overlay(row);
      return row;
    });
  const isExpected = (row: AnnotationRow) => row.fresh === true || isComingBack(row);
  const unlisted = current.filter((row) => !listed.has(row.id) && isExpected(row)).map(withoutFresh);
  return [...received, ...unlisted, ...creating];
}

/** Whether a deletion is being taken back: no list holds the annotation yet. */
function isComingBack({ local }: AnnotationRow): boolean {
  const isDeleted = local?.sending === 'delete' || local?.sending === 'deleted';
  return local?.sending === 'restore' || (isDeleted && !local.removed);
}

function withoutFresh({ fresh, ...row }: AnnotationRow): AnnotationRow {
  return row;
}

/** The annotations to show: those a person deleted are hidden before the server agrees. */
export function visibleRows(rows: readonly AnnotationRow[]): AnnotationRow[] {
  return rows.filter((row) => !row.local?.removed);
}

function sameVersion(a: Annotation, b: Annotation): boolean {
  return (
    a.updated_at === b.updated_at &&
    a.author_name === b.author_name &&
    (a.decisions?.length ?? 0) === (b.decisions?.length ?? 0)
  );
}

function drop(rows: AnnotationRow[], key: string): void {
  const index = indexOf(rows, key);
  if (index !== -1) rows.splice(index, 1);
}
