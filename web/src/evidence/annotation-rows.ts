import { isDraft, original } from '@reduxjs/toolkit';
import type { Annotation, AnnotationCoordinates, PictureSize } from './annotation-records.js';
import { TEMPORARY_PREFIX } from './annotation-records.js';

export interface AnnotationChanges {
  coordinates?: AnnotationCoordinates;
  /** Picture whose pixels the coordinates have. */
  picture_size?: PictureSize;
  content?: string;
}

export interface LocalState {
  confirmed: Annotation | null;
  /** Pending request; `deleted` after the server confirmed a deletion, until a list confirms it too. */
  sending: 'create' | 'delete' | 'restore' | 'deleted' | AnnotationChanges | null;
  /** Sent after `sending` is answered. */
  queued: AnnotationChanges | null;
  /** They require the version this browser has seen (undo and redo). */
  guarded: boolean;
  /**
   * Requested deletion: hidden immediately, sent after `sending` is answered. If undone, it is false while `sending` is
   * still `delete` or `deleted`; the annotation is restored next.
   */
  removed: boolean;
}

/**
 * `key` stays when the server's id replaces the temporary one, so selections and open forms keep it; `local` is present
 * only while something is unconfirmed (ANN-11). Unconfirmed local changes are applied on top of remote ones.
 */
export interface AnnotationRow extends Annotation {
  key: string;
  local?: LocalState;
  /** Created here and in no list yet: a list requested before the creation may lack it. */
  fresh?: true;
}

export type NextWrite =
  | { kind: 'update'; id: string; changes: AnnotationChanges; seen?: string }
  | { kind: 'delete'; id: string }
  | { kind: 'restore'; id: string };

/** Rows before the running recipe: reading a draft of thousands would copy each. */
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

/** On top of the server version. */
function overlay(row: AnnotationRow): void {
  const { local } = row;
  if (!local?.confirmed) return;
  const sent = typeof local.sending === 'object' ? local.sending : null;
  Object.assign(row, local.confirmed, shownOf(sent), shownOf(local.queued));
}

function shownOf(changes: AnnotationChanges | null): Omit<AnnotationChanges, 'picture_size'> | null {
  if (!changes) return null;
  const { picture_size: _, ...shown } = changes;
  return shown;
}

function tidy(row: AnnotationRow): void {
  const { local } = row;
  if (local && !local.sending && !local.queued && !local.removed) delete row.local;
}

/** `key` is the id that the browser proposes (ANN-12). */
export function temporaryRow(
  key: string,
  draft: Omit<Annotation, 'id' | 'created_at' | 'updated_at'>,
  now: string,
): AnnotationRow {
  const local: LocalState = { confirmed: null, sending: 'create', queued: null, guarded: false, removed: false };
  return { ...draft, key, id: `${TEMPORARY_PREFIX}${key}`, created_at: now, updated_at: now, local };
}

/** Replaces the temporary id; later edits stay queued. */
export function settleCreated(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.confirmed = saved;
  row.local.sending = null;
  row.fresh = true;
  overlay(row);
  tidy(row);
}

export function rollBackCreated(rows: AnnotationRow[], key: string): void {
  drop(rows, key);
}

/**
 * Optimistic; merges with queued changes.
 * @param guarded the server must reject it after a change by another user
 */
export function queueChanges(rows: AnnotationRow[], key: string, changes: AnnotationChanges, guarded = false): void {
  const row = find(rows, key);
  if (!row) return;
  const local = localOf(row);
  local.guarded = guarded;
  local.queued = { ...local.queued, ...changes };
  Object.assign(row, shownOf(changes));
}

export function queueRemoval(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (row) localOf(row).removed = true;
}

/**
 * Optimistic.
 * @param deleted the row before its deletion; a list may have removed it since
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

/** Null while one is pending or nothing is queued. */
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

/** Unless the live stream has already sent a newer version. */
function confirm(local: LocalState, saved: Annotation): void {
  if (local.confirmed && saved.updated_at < local.confirmed.updated_at) return;
  local.confirmed = saved;
}

export function settleChanged(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (!row?.local || row.local.sending === 'deleted') return;
  confirm(row.local, saved);
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** Restores the server version; later edits stay and are sent. */
export function rollBackChanged(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  // another user has deleted it
  if (!row?.local || row.local.sending === 'deleted') return;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** Hidden until a list lacks it: a pending list may still contain it. */
export function settleRemoved(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (local) local.sending = 'deleted';
}

export function settleRestored(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (row) row.fresh = true;
  settleChanged(rows, key, saved);
}

/** Hidden again. */
export function rollBackRestored(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (!local) return;
  local.sending = 'deleted';
  local.removed = true;
}

/** With the copy that an acceptance created. */
export function settleReviewed(rows: AnnotationRow[], annotation: Annotation, copy: Annotation | null): void {
  for (const saved of copy ? [annotation, copy] : [annotation]) {
    const row = rows[plain(rows).findIndex(({ id, key }) => id === saved.id || key === saved.id)];
    if (!row) rows.push({ ...saved, key: saved.id, fresh: true });
    else if (row.local) {
      confirm(row.local, saved);
      if (row.local.sending === 'create') row.local.sending = null;
      overlay(row);
      tidy(row);
    } else Object.assign(row, saved);
  }
}

/** Unconfirmed local changes stay on top; older versions are ignored. */
export function receiveOne(rows: AnnotationRow[], annotation: Annotation): void {
  const known = plain(rows).find(({ id, key, local }) => id === annotation.id || (key === annotation.id && local));
  if (!known) {
    // a pending list may lack it
    rows.push({ ...annotation, key: annotation.id, fresh: true });
    return;
  }
  // the creation's response settles it
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
 * Hidden, because a pending list may still contain it. Deletions and restorations of this browser are left to their
 * responses.
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

/** Visible again. */
export function rollBackRemoved(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.sending = null;
  row.local.removed = false;
  overlay(row);
  tidy(row);
}

/**
 * List's rows with unconfirmed changes on top, plus rows it cannot know yet. Unchanged rows keep their identity, which
 * avoids repaints.
 */
export function receive(rows: readonly AnnotationRow[], incoming: readonly Annotation[]): AnnotationRow[] {
  const current = plain(rows);
  const byId = new Map(current.map((row) => [row.id, row]));
  const creating = current.filter((row) => row.local?.sending === 'create');
  const proposed = new Set(creating.map((row) => row.key));
  const listed = new Set(incoming.map(({ id }) => id));
  const received = incoming
    // the list may already contain a row being created under its proposed id: the response settles it
    .filter((annotation) => !proposed.has(annotation.id))
    .map((annotation): AnnotationRow => {
      const known = byId.get(annotation.id);
      if (!known) return { ...annotation, key: annotation.id };
      // a list requested before the response to a change is outdated
      const isOld = annotation.updated_at < (known.local?.confirmed ?? known).updated_at;
      if (!known.local) {
        if (!known.fresh && (isOld || sameVersion(known, annotation))) return known;
        return { ...(isOld ? withoutFresh(known) : annotation), key: known.key };
      }
      // deleted and restored since
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

/** A deletion is being undone: no list contains the annotation yet. */
function isComingBack({ local }: AnnotationRow): boolean {
  const isDeleted = local?.sending === 'delete' || local?.sending === 'deleted';
  return local?.sending === 'restore' || (isDeleted && !local.removed);
}

function withoutFresh({ fresh, ...row }: AnnotationRow): AnnotationRow {
  return row;
}

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
