import { createStore, del, entries, set, update, type UseStore } from 'idb-keyval';
import type { Unsent } from './changes.js';

let opened: UseStore | undefined;
/** Lazily: some browsers have no IndexedDB. */
const store = (): UseStore => (opened ??= createStore('symbio-outbox', 'changes'));

/** @throws DOMException if the device has no space left */
export const storeChange = (entry: Unsent): Promise<void> => set(entry.id, entry, store());

/** Changes it unless it was dropped; `change` returns undefined to drop it. */
export async function changeStored(id: string, change: (entry: Unsent) => Unsent | undefined): Promise<void> {
  let drops = false;
  await update<Unsent | undefined>(
    id,
    (entry) => {
      const next = entry && change(entry);
      drops = next === undefined;
      return next;
    },
    store(),
  );
  if (drops) await del(id, store());
}

/** Of this person, in the order made. Empty without storage. */
export async function storedChangesOf(owner: string): Promise<Unsent[]> {
  try {
    const all = await entries<string, Unsent | undefined>(store());
    return all
      .flatMap(([, entry]) => (entry?.owner === owner && 'change' in entry ? [entry] : []))
      .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
  } catch {
    return [];
  }
}

export const dropChange = (id: string): Promise<void> => del(id, store());

export async function dropChangesOf(owner: string): Promise<void> {
  for (const { id } of await storedChangesOf(owner)) await dropChange(id);
}
