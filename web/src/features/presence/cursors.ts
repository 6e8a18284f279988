/** What others point at on a page. Plain functions. */
import type { ChangeEvent } from '../../lib/live.js';

/** The pointer of another window, and what is selected there. */
export interface OtherCursor {
  /** One window of one person. */
  id: string;
  userId: string;
  name: string;
  /** Image pixels; null: the pointer is not on the sheet. */
  point: { x: number; y: number } | null;
  selected: readonly string[];
  /** Counts the moves: a name is seen anew with each. */
  moves: number;
}

export type CursorsById = ReadonlyMap<string, OtherCursor>;

/** Where the cursors on a page are after one more change; the same object when it says nothing of them. */
export function applyCursor(cursors: CursorsById, change: ChangeEvent, pageId: string, ownId: string): CursorsById {
  const { entity, verb, id, user_id: userId, document_page_id: onPage } = change;
  if (!id || !userId || id === ownId) return cursors;
  // who left the page, or the project, points at nothing here any more
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

/** Colours of people: none of those that annotations have, each readable under white letters. */
const COLOURS = ['#b3420a', '#a8195f', '#0b6477', '#7a5b00', '#8f1d21', '#3f6212', '#334155', '#5b3a1e'] as const;

/** The colour of a person, the same in every window. */
export function colourOf(userId: string): string {
  let sum = 0;
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return COLOURS[sum % COLOURS.length] ?? COLOURS[0];
}

/** `AL` for Ada Lovelace: the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = '?', ...rest] = words.map((word) => [...word][0]?.toUpperCase() ?? '');
  return `${first}${rest.at(-1) ?? ''}`;
}
