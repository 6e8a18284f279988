/** Uploads that were broken off, kept in the browser: the same file, chosen again, goes on where it was left. */

/** How much of which file has arrived, and under which id. */
export interface BrokenOff {
  /** The id of the document it becomes. */
  id: string;
  projectId: string;
  name: string;
  /** Bytes of the file, and how many of them have arrived. */
  size: number;
  sent: number;
  lastModified: number;
  category: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'symbio-broken-off-uploads';
/** The server keeps parts for a week. */
const KEPT_MS = 7 * 24 * 3_600_000;

const isBrokenOff = (value: unknown): value is BrokenOff => {
  const row = value as Partial<BrokenOff> | null;
  return (
    typeof row?.id === 'string' &&
    typeof row.projectId === 'string' &&
    typeof row.name === 'string' &&
    typeof row.size === 'number' &&
    typeof row.sent === 'number' &&
    typeof row.lastModified === 'number' &&
    typeof row.at === 'number'
  );
};

function all(now = Date.now()): BrokenOff[] {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter(isBrokenOff).filter(({ at }) => now - at < KEPT_MS) : [];
  } catch {
    // a browser without storage, or what somebody else wrote there: uploads go on without it
    return [];
  }
}

function write(rows: readonly BrokenOff[]): void {
  try {
    if (rows.length === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // full, or not allowed: only the way back to a broken upload is lost
  }
}

/** What was broken off in a project, newest first. */
export const brokenOffOf = (projectId: string): BrokenOff[] =>
  all()
    .filter((row) => row.projectId === projectId)
    .sort((a, b) => b.at - a.at);

/** The broken upload of this very file. */
export const brokenOffFile = (projectId: string, file: File): BrokenOff | undefined =>
  brokenOffOf(projectId).find(
    ({ name, size, lastModified }) => name === file.name && size === file.size && lastModified === file.lastModified,
  );

/** Remembers how far an upload is, until it is forgotten. */
export function rememberUpload(row: BrokenOff): void {
  write([...all().filter(({ id }) => id !== row.id), row]);
}

export function forgetUpload(id: string): void {
  const rows = all();
  if (rows.some((row) => row.id === id)) write(rows.filter((row) => row.id !== id));
}

export const forgetAllUploads = (): void => write([]);
