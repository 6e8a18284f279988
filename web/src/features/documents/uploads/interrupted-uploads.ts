/** Stored in the browser: choosing the same file again resumes it. */

export interface InterruptedUpload {
  id: string;
  projectId: string;
  name: string;
  /** Bytes: size of the file, and received. */
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

const isInterruptedUpload = (value: unknown): value is InterruptedUpload => {
  const row = value as Partial<InterruptedUpload> | null;
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

function all(now = Date.now()): InterruptedUpload[] {
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter(isInterruptedUpload).filter(({ at }) => now - at < KEPT_MS) : [];
  } catch {
    // no storage, or invalid content: uploads work without it
    return [];
  }
}

function write(rows: readonly InterruptedUpload[]): void {
  try {
    if (rows.length === 0) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, JSON.stringify(rows));
  } catch {
    // quota exceeded or not allowed: only resuming is lost
  }
}

export const interruptedUploadsOf = (projectId: string): InterruptedUpload[] =>
  all()
    .filter((row) => row.projectId === projectId)
    .sort((a, b) => b.at - a.at);

export const interruptedUploadOfFile = (projectId: string, file: File): InterruptedUpload | undefined =>
  interruptedUploadsOf(projectId).find(
    ({ name, size, lastModified }) => name === file.name && size === file.size && lastModified === file.lastModified,
  );

export function rememberUpload(row: InterruptedUpload): void {
  write([...all().filter(({ id }) => id !== row.id), row]);
}

export function forgetUpload(id: string): void {
  const rows = all();
  if (rows.some((row) => row.id === id)) write(rows.filter((row) => row.id !== id));
}

export const forgetAllUploads = (): void => write([]);
