import { type FileHandle, open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';

interface OpenFile {
  handle: Promise<FileHandle>;
  readers: number;
  /** Evicted: the last reader closes it. */
  dropped: boolean;
}

/** Keeps recently read files open: a tile is one small read, and opening costs more than reading. */
export class OpenFiles {
  private readonly files: LRUCache<string, OpenFile>;

  constructor(capacity: number) {
    this.files = new LRUCache({
      max: capacity,
      dispose: (file, _path, reason) => {
        if (reason === 'evict') void this.retire(file);
      },
    });
  }

  /**
   * Reads up to `length` bytes at `offset`.
   * @throws the system's error (ENOENT) when the file cannot be opened
   */
  async read(path: string, offset: number, length: number): Promise<Buffer> {
    const file = this.take(path);
    file.readers++;
    try {
      const handle = await file.handle;
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return filled === length ? buffer : buffer.subarray(0, filled);
    } finally {
      file.readers--;
      if (file.dropped && file.readers === 0) await this.close(file);
    }
  }

  /** Evicts the file, so a removed blob does not stay readable. */
  async drop(path: string): Promise<void> {
    const file = this.files.peek(path);
    if (!file) return;
    this.files.delete(path);
    await this.retire(file);
  }

  /** Evicts every file below the prefix. */
  async dropPrefix(prefix: string): Promise<void> {
    const paths = [...this.files.keys()].filter((path) => path.startsWith(prefix));
    await Promise.all(paths.map((path) => this.drop(path)));
  }

  private take(path: string): OpenFile {
    const known = this.files.get(path);
    if (known) return known;
    const file: OpenFile = { handle: open(path, 'r'), readers: 0, dropped: false };
    this.files.set(path, file);
    file.handle.catch(() => {
      // evict the failed entry so the next read retries
      if (this.files.peek(path) === file) this.files.delete(path);
    });
    return file;
  }

  private async retire(file: OpenFile): Promise<void> {
    file.dropped = true;
    if (file.readers === 0) await this.close(file);
  }

  private async close(file: OpenFile): Promise<void> {
    const handle = await file.handle.catch(() => null);
    await handle?.close();
  }
}
