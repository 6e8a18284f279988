/** Interrupted uploads of agency lists. */
import { hashOfHead } from '../../lib/files/file-hash.js';
import { interruptedFiles, type InterruptedFile } from '../../lib/files/interrupted-files.js';
import { subscribeToDepartures } from '../../lib/session/session.js';

export interface InterruptedList extends InterruptedFile {
  listId: string;
  /** SHA-256 of the first bytes of the file. */
  head: string;
  agencyDate: string;
}

/** The server keeps parts for a day. */
const KEPT_MS = 24 * 3_600_000;

const lists = interruptedFiles<InterruptedList>('symbio-list-uploads', KEPT_MS, {
  texts: ['listId', 'head', 'agencyDate'],
  numbers: [],
});

export const { remember: rememberList, forget: forgetList } = lists;

export const interruptedList = (listId: string): InterruptedList | undefined =>
  lists.all().find((row) => row.listId === listId);

/** The same file was sent in part before: by name, size and first bytes. */
export async function interruptedListOfFile(listId: string, file: File): Promise<InterruptedList | undefined> {
  const alike = lists.all().filter((row) => row.listId === listId && row.name === file.name && row.size === file.size);
  if (alike.length === 0) return undefined;
  const head = await hashOfHead(file);
  return alike.find((row) => row.head === head);
}

// the next user must not continue them
subscribeToDepartures(lists.forgetAll);
