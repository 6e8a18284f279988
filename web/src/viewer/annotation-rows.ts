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
  /** What is on its way to the server. */
  sending: 'create' | 'delete' | AnnotationChanges | null;
  /** Changes made since; sent once `sending` is answered. */
  queued: AnnotationChanges | null;
  /** A deletion the person asked for; hidden at once, sent once `sending` is answered. */
  removed: boolean;
}

/**
 * An annotation in the cache. `key` stays when the server's id replaces the temporary one, so that a selection or
 * an open form keeps its annotation; `local` is present only while something is unconfirmed (ANN-11). Remote news
 * never overwrite unconfirmed local changes: they are laid over whatever the server says.
 */
export interface AnnotationRow extends Annotation {
  key: string;
  local?: LocalState;
}

/** One step of talking to the server about one annotation. */
export type NextWrite = { kind: 'update'; id: string; changes: AnnotationChanges } | { kind: 'delete'; id: string };

function find(rows: AnnotationRow[], key: string): AnnotationRow | undefined {
  return rows.find((row) => row.key === key);
}

function localOf(row: AnnotationRow): LocalState {
  if (!row.local) {
    const { id, document_page_id, document_id, annotation_type, coordinates, content } = row;
    const { author_id, author_type, author_name, created_at, updated_at } = row;
    const position = { id, document_page_id, document_id, annotation_type, coordinates, content };
    const confirmed: Annotation = { ...position, author_id, author_type, author_name, created_at, updated_at };
    row.local = { confirmed, sending: null, queued: null, removed: false };
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
  const local: LocalState = { confirmed: null, sending: 'create', queued: null, removed: false };
  return { ...draft, key, id: `${TEMPORARY_PREFIX}${key}`, created_at: now, updated_at: now, local };
}

/** The server created it: the real id replaces the temporary one, edits made meanwhile stay queued. */
export function settleCreated(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.confirmed = saved;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** The server refused to create it: it goes. */
export function rollBackCreated(rows: AnnotationRow[], key: string): void {
  drop(rows, key);
}

/** A person changed it: shown at once, merged with whatever waits. */
export function queueChanges(rows: AnnotationRow[], key: string, changes: AnnotationChanges): void {
  const row = find(rows, key);
  if (!row) return;
  const local = localOf(row);
  local.queued = { ...local.queued, ...changes };
  Object.assign(row, changes);
}

/** A person deleted it: hidden at once. */
export function queueRemoval(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (row) localOf(row).removed = true;
}

/** The next thing to send about an annotation, or null while an answer is outstanding or nothing waits. */
export function nextWrite(rows: readonly AnnotationRow[], key: string): NextWrite | null {
  const row = rows.find((candidate) => candidate.key === key);
  if (!row?.local?.confirmed || row.local.sending) return null;
  if (row.local.removed) return { kind: 'delete', id: row.id };
  return row.local.queued ? { kind: 'update', id: row.id, changes: row.local.queued } : null;
}

/** Marks what {@link nextWrite} named as being sent. */
export function markSending(rows: AnnotationRow[], key: string): void {
  const local = find(rows, key)?.local;
  if (!local || local.sending) return;
  if (local.removed) local.sending = 'delete';
  else {
    local.sending = local.queued;
    local.queued = null;
  }
}

/** The server took the change. */
export function settleChanged(rows: AnnotationRow[], key: string, saved: Annotation): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.confirmed = saved;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** The server refused the change: what it had comes back; later edits stay and are tried. */
export function rollBackChanged(rows: AnnotationRow[], key: string): void {
  const row = find(rows, key);
  if (!row?.local) return;
  row.local.sending = null;
  overlay(row);
  tidy(row);
}

/** The server deleted it. */
export function settleRemoved(rows: AnnotationRow[], key: string): void {
  drop(rows, key);
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
export function receive(current: readonly AnnotationRow[], incoming: readonly Annotation[]): AnnotationRow[] {
  const byId = new Map(current.map((row) => [row.id, row]));
  const creating = current.filter((row) => row.local?.sending === 'create');
  const proposed = new Set(creating.map((row) => row.key));
  const received = incoming
    // the list may already hold what is being created under the proposed id: its answer will settle the row
    .filter((annotation) => !proposed.has(annotation.id))
    .map((annotation): AnnotationRow => {
      const known = byId.get(annotation.id);
      if (!known) return { ...annotation, key: annotation.id };
      if (!known.local) return sameVersion(known, annotation) ? known : { ...annotation, key: known.key };
      const row: AnnotationRow = { ...annotation, key: known.key, local: { ...known.local, confirmed: annotation } };
      overlay(row);
      return row;
    });
  return [...received, ...creating];
}

/** The annotations to show: those a person deleted are hidden before the server agrees. */
export function visibleRows(rows: readonly AnnotationRow[]): AnnotationRow[] {
  return rows.filter((row) => !row.local?.removed);
}

function sameVersion(a: Annotation, b: Annotation): boolean {
  return a.updated_at === b.updated_at && a.author_name === b.author_name;
}

function drop(rows: AnnotationRow[], key: string): void {
  const index = rows.findIndex((row) => row.key === key);
  if (index !== -1) rows.splice(index, 1);
}
