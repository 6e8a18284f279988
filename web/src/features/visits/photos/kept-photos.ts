/** Chosen photographs, kept in the browser's own database until they have arrived: a phone may end the page at any time. */
import { clear, createStore, del, entries, get, set, type UseStore } from 'idb-keyval';

/** A chosen photograph as it is kept. */
export interface KeptPhoto {
  /** The photograph's own, under which it is sent. */
  id: string;
  /** Who chose it: nobody else sees it. */
  owner: string;
  /** Absent in what was kept by an earlier version: it goes on when its visit is opened. */
  projectId?: string;
  visitId: string;
  file: File;
  /** When it was chosen, milliseconds since 1970. */
  at: number;
}

/** Whether a photograph outlives this page: it does, there is no room for it, or the browser keeps nothing. */
export type Keeping = 'kept' | 'no-room' | 'not-kept';

/** Milliseconds after which nobody is held to come back for a photograph: 30 days. */
const KEPT_MS = 30 * 86_400_000;

let opened: UseStore | undefined;
/** Opened by who needs it first: some browsers have no such database, in a private window for one. */
const store = (): UseStore => (opened ??= createStore('symbio-photographs', 'waiting'));

/** Never rejects: what cannot be kept is still sent from memory. */
export async function keepPhoto(photo: KeptPhoto): Promise<Keeping> {
  try {
    await set(photo.id, photo, store());
    return 'kept';
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'no-room' : 'not-kept';
  }
}

/** It has arrived, or is not wanted any more. */
export async function dropPhoto(id: string): Promise<void> {
  try {
    await del(id, store());
  } catch {
    // it was not kept; and sent again under its id it would be one photograph
  }
}

/** Photographs that this person chose and that have not arrived, in the order they were chosen. */
export async function keptPhotosOf(owner: string, now = Date.now()): Promise<KeptPhoto[]> {
  try {
    const all = (await entries<string, KeptPhoto>(store())).map(([, photo]) => photo);
    for (const { id, at } of all) if (now - at > KEPT_MS) void dropPhoto(id);
    return all.filter((photo) => photo.owner === owner && now - photo.at <= KEPT_MS).sort((a, b) => a.at - b.at);
  } catch {
    // a browser that keeps nothing has nothing to go on with
    return [];
  }
}

/** Whether it is still to be sent. */
export async function isKept(id: string): Promise<boolean> {
  try {
    return (await get(id, store())) !== undefined;
  } catch {
    return false;
  }
}

/** Who chose them has signed out. */
export async function dropAllPhotos(): Promise<void> {
  try {
    await clear(store());
  } catch {
    // nothing was kept
  }
}
