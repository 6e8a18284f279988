import type { Ids } from './world.js';

const ID_OF = /^Id of the (\w+)\.$/;

/**
 * The document with real things as examples of ids, so that requests get past "not found". A schema says by its
 * description what it is an id of.
 */
export function withRealIds(document: unknown, ids: Ids): unknown {
  if (Array.isArray(document)) return document.map((item) => withRealIds(item, ids));
  if (typeof document !== 'object' || document === null) return document;
  const copy = Object.fromEntries(Object.entries(document).map(([name, value]) => [name, withRealIds(value, ids)]));
  const thing = typeof copy['description'] === 'string' ? ID_OF.exec(copy['description'])?.[1] : undefined;
  const id = thing === undefined ? undefined : ids[thing];
  if (id !== undefined && copy['type'] === 'string') copy['examples'] = [id];
  return copy;
}
