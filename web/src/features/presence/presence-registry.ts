import type { ChangeEvent } from '../../lib/live/live-changes.js';

export interface Present {
  id: string;
  userId: string;
  name: string;
  documentId: string | null;
  pageId: string | null;
  /** Last report by this browser's clock, milliseconds since 1970. */
  seenAt: number;
}

/** Milliseconds; windows report every 15 seconds. */
export const SILENT_MS = 40_000;

/** Returns the same object if nothing changes. */
export function applyChange(
  registry: ReadonlyMap<string, Present>,
  change: ChangeEvent,
  now: number,
): ReadonlyMap<string, Present> {
  const { entity, verb, id, user_id: userId, name } = change;
  if (entity !== 'presence' || !id || !userId) return registry;
  if (verb === 'left' && !registry.has(id)) return registry;
  const next = new Map(registry);
  next.delete(id);
  if (verb === 'here') {
    const { document_id: documentId = null, document_page_id: pageId = null } = change;
    next.set(id, { id, userId, name: name ?? '', documentId, pageId, seenAt: now });
  }
  return next;
}

/** Returns the same object if no window is silent. */
export function pruneSilent(registry: ReadonlyMap<string, Present>, now: number): ReadonlyMap<string, Present> {
  const fresh = [...registry].filter(([, { seenAt }]) => now - seenAt < SILENT_MS);
  return fresh.length === registry.size ? registry : new Map(fresh);
}

export interface PresentPerson {
  userId: string;
  name: string;
  pageIds: ReadonlySet<string>;
  /** User themselves, in another window. */
  isSelf: boolean;
}

/** By name, without the user's own window; the user's other windows count as one person. */
export function presentPeople(
  registry: ReadonlyMap<string, Present>,
  self: { userId: string; windowId: string },
): PresentPerson[] {
  const people = new Map<string, { userId: string; name: string; pageIds: Set<string>; isSelf: boolean }>();
  const ownId = `${self.userId}/${self.windowId}`;
  for (const { id, userId, name, pageId } of registry.values()) {
    if (id === ownId) continue;
    const person = people.get(userId) ?? { userId, name, pageIds: new Set<string>(), isSelf: userId === self.userId };
    if (pageId) person.pageIds.add(pageId);
    people.set(userId, person);
  }
  return [...people.values()].sort(
    (a, b) => Number(a.isSelf) - Number(b.isSelf) || a.name.localeCompare(b.name) || (a.userId < b.userId ? -1 : 1),
  );
}

/** The user's other windows are `you`. */
export const presentName = ({ name, isSelf }: PresentPerson): string =>
  isSelf ? 'You, in another window' : name || 'Someone';
