/** In IndexedDB until uploaded: a phone may end the page at any time. */
import { createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

export interface StoredPhoto {
  /** Of the photograph, used for its upload. */
  id: string;
  /** Invisible to other users. */
  owner: string;
  /** Absent in entries of an earlier version, which resume when their visit is opened. */
  projectId?: string;
  visitId: string;
  file: File;
  /** Time of selection, milliseconds since 1970. */
  at: number;
}

export type PhotoStore = 'kept' | 'no-room' | 'not-kept';

/** Entries older than 30 days are abandoned. */
const RETENTION_MS = 30 * 86_400_000;

let opened: UseStore | undefined;
/** Lazily: some browsers have no IndexedDB, e.g. in private windows. */
const store = (): UseStore => (opened ??= createStore('symbio-photographs', 'waiting'));

/** Never rejects: an unstored photograph is still sent from memory. */
export async function storePhoto(photo: StoredPhoto): Promise<PhotoStore> {
  try {
    await set(photo.id, photo, store());
    return 'kept';
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'not-kept';
  }
}

export async function dropPhoto(id: string): Promise<void> {
  try {
    await del(id, store());
  } catch {
    // not stored; and sending it again under its id would be idempotent
  }
}

/** Of this user, in the order of selection. */
export async function storedPhotosOf(owner: string, now = Date.now()): Promise<StoredPhoto[]> {
  try {
    const all = (await entries<string, StoredPhoto>(store())).map(([, photo]) => photo);
    for (const { id, at } of all) if (now - at > RETENTION_MS) void dropPhoto(id);
    return all.filter((photo) => photo.owner === owner && now - photo.at <= RETENTION_MS).sort((a, b) => a.at - b.at);
  } catch {
    // no storage: nothing to resume
    return [];
  }
}

export async function isStored(id: string): Promise<boolean> {
  try {
    return (await get(id, store())) !== undefined;
  } catch {
    return false;
  }
}

export async function dropPhotosOf(owner: string): Promise<void> {
  for (const { id } of await storedPhotosOf(owner)) await dropPhoto(id);
}
