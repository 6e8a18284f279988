import type { ChangeEvent } from '../../lib/live.js';

/** Somebody in a window that has the project open. */
export interface Present {
  /** One window of one person. */
  id: string;
  userId: string;
  name: string;
  documentId: string | null;
  pageId: string | null;
  /** Milliseconds since 1970 by this browser's clock, when the window was last reported. */
  seenAt: number;
}

/** Windows speak every 15 seconds; one that is silent for this long, in milliseconds, is held to be closed. */
export const SILENT_MS = 40_000;

/** Who is where after one more change; the same object when it says nothing new. */
export function applyChange(
  roster: ReadonlyMap<string, Present>,
  change: ChangeEvent,
  now: number,
): ReadonlyMap<string, Present> {
  const { entity, verb, id, user_id: userId, name } = change;
  if (entity !== 'presence' || !id || !userId) return roster;
  if (verb === 'left' && !roster.has(id)) return roster;
  const next = new Map(roster);
  next.delete(id);
  if (verb === 'here') {
    const { document_id: documentId = null, document_page_id: pageId = null } = change;
    next.set(id, { id, userId, name: name ?? '', documentId, pageId, seenAt: now });
  }
  return next;
}

/** Those who were reported lately; the same object when all were. */
export function stillHere(roster: ReadonlyMap<string, Present>, now: number): ReadonlyMap<string, Present> {
  const fresh = [...roster].filter(([, { seenAt }]) => now - seenAt < SILENT_MS);
  return fresh.length === roster.size ? roster : new Map(fresh);
}

/** A person as others see them, however many windows they have open. */
export interface PersonHere {
  userId: string;
  name: string;
  /** The pages that are open in their windows. */
  pageIds: ReadonlySet<string>;
  /** The reader themselves, in another window. */
  isSelf: boolean;
}

/**
 * The people in the roster, each once, by name; the reader's own window is left out, their other windows are one person.
 *
 * @param self the reader and their window
 */
export function peopleHere(
  roster: ReadonlyMap<string, Present>,
  self: { userId: string; windowId: string },
): PersonHere[] {
  const people = new Map<string, { userId: string; name: string; pageIds: Set<string>; isSelf: boolean }>();
  const ownId = `${self.userId}/${self.windowId}`;
  for (const { id, userId, name, pageId } of roster.values()) {
    if (id === ownId) continue;
    const person = people.get(userId) ?? { userId, name, pageIds: new Set<string>(), isSelf: userId === self.userId };
    if (pageId) person.pageIds.add(pageId);
    people.set(userId, person);
  }
  return [...people.values()].sort(
    (a, b) => Number(a.isSelf) - Number(b.isSelf) || a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1),
  );
}

/** A person's name as it is shown: oneself is `you`, in another window. */
export const nameHere = ({ name, isSelf }: PersonHere): string =>
  isSelf ? 'You, in another window' : name || 'Somebody';
