import type { ChangeEvent } from '../../lib/live/live-changes.js';

export interface OtherCursor {
  id: string;
  userId: string;
  name: string;
  /** Image pixels; null off the sheet. */
  point: { x: number; y: number } | null;
  selected: readonly string[];
  /** Each move shows the name again. */
  moves: number;
}

export type CursorsById = ReadonlyMap<string, OtherCursor>;

/** Returns the same object if nothing changes. */
export function applyCursor(cursors: CursorsById, change: ChangeEvent, pageId: string, ownId: string): CursorsById {
  const { entity, verb, id, user_id: userId, document_page_id: onPage } = change;
  if (!id || !userId || id === ownId) return cursors;
  // left the page or the project
  const isGone =
    (entity === 'cursor' && (verb === 'left' || onPage !== pageId)) ||
    (entity === 'presence' && (verb === 'left' || onPage !== pageId));
  if (isGone) {
    if (!cursors.has(id)) return cursors;
    const rest = new Map(cursors);
    rest.delete(id);
    return rest;
  }
  if (entity !== 'cursor') return cursors;
  const { x = null, y = null, selected = [], name = '' } = change;
  const point = x === null || y === null ? null : { x, y };
  const moves = (cursors.get(id)?.moves ?? 0) + 1;
  return new Map(cursors).set(id, { id, userId, name, point, selected, moves });
}

/** Distinct from annotation colors and readable below white text. */
const COLOURS = ['#b3420a', '#a8195f', '#0b6477', '#7a5b00', '#8f1d21', '#3f6212', '#334155', '#5b3a1e'] as const;

/** The same in every window. */
export function colourOf(userId: string): string {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}
