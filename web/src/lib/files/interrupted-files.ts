/** Uploads in parts, stored in the browser: choosing the same file again resumes them. */

export interface InterruptedFile {
  id: string;
  name: string;
  /** Bytes: size of the file, and received. */
  size: number;
  sent: number;
  /** Milliseconds since 1970. */
  at: number;
}

export interface InterruptedFiles<Row extends InterruptedFile> {
  /** Newest first. */
  all: () => Row[];
  remember: (row: Row) => void;
  forget: (id: string) => void;
  forgetAll: () => void;
}

/**
 * @param key in the browser's storage
 * @param keptMs how long the server keeps parts
 * @param texts further texts of each row
 * @param numbers further numbers of each row
 */
export function interruptedFiles<Row extends InterruptedFile>(
  key: string,
  keptMs: number,
  { texts, numbers }: { texts: readonly (keyof Row)[]; numbers: readonly (keyof Row)[] },
): InterruptedFiles<Row> {
  const isRow = (value: unknown): value is Row => {
    const row = value as Partial<Row> | null;
    return (
      row !== null &&
      typeof row === 'object' &&
      [...(['id', 'name'] as const), ...texts].every((name) => typeof row[name] === 'string') &&
      [...(['size', 'sent', 'at'] as const), ...numbers].every((name) => typeof row[name] === 'number')
    );
  };

  function all(now = Date.now()): Row[] {
    try {
      const kept = JSON.parse(window.localStorage.getItem(key) ?? '[]') as unknown;
      return Array.isArray(kept) ? kept.filter(isRow).filter(({ at }) => now - at < keptMs) : [];
    } catch {
      // no storage, or invalid content: uploads work without it
      return [];
    }
  }

  function write(rows: readonly Row[]): void {
    try {
      if (rows.length === 0) window.localStorage.removeItem(key);
      else window.localStorage.setItem(key, JSON.stringify(rows));
    } catch {
      // quota exceeded or not allowed: only resuming is lost
    }
  }

  return {
    all: () => all().sort((a, b) => b.at - a.at),
    remember: (row) => write([...all().filter(({ id }) => id !== row.id), row]),
    forget: (id) => {
      const rows = all();
      if (rows.some((row) => row.id === id)) write(rows.filter((row) => row.id !== id));
    },
    forgetAll: () => write([]),
  };
}
