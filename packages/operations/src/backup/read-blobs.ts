import { pMapIterable } from 'p-map';
import { BlobError, type BlobStore } from '@symbio/blobs';
import { BLOB_DATA, type BlobLine } from './archive-format.js';
import type { ArchiveWriter } from './archive-writer.js';

/** Smaller blobs are read at once into memory and concurrently: a request takes longer than its data. */
const SMALL_BYTES = 2 * 1024 * 1024;
const AT_ONCE = 8;
const LIST_LENGTH = 1_000;

export type BlobProgress = (blobs: number, bytes: number) => void;

/** Copies blobs into the archive; a second call copies those added since. */
export class BlobReader {
  readonly #blobs: BlobStore;
  readonly #writer: ArchiveWriter;
  readonly #progress: BlobProgress;
  readonly #known = new Set<string>();
  #lines: BlobLine[] = [];
  #lists = 0;
  #count = 0;
  #bytes = 0;

  constructor(blobs: BlobStore, writer: ArchiveWriter, progress: BlobProgress) {
    this.#blobs = blobs;
    this.#writer = writer;
    this.#progress = progress;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Skips those removed in the meantime. */
  async copyNew(signal: AbortSignal): Promise<void> {
    for await (const found of pMapIterable(this.#unknown(), (blob) => this.#fetch(blob), { concurrency: AT_ONCE })) {
      signal.throwIfAborted();
      if (!found) continue;
      const { key, bytes, contentType, body } = found;
      const content = body ?? (await this.#blobs.createReadStream(key).catch(missingAsUndefined));
      if (!content) continue;
      const sha256 = await this.#writer.addBlob(`${BLOB_DATA}${key}`, content, bytes, contentType);
      this.#known.add(key);
      this.#lines.push({ key, bytes, contentType, sha256 });
      this.#count++;
      this.#bytes += bytes;
      this.#progress(this.#count, this.#bytes);
      if (this.#lines.length >= LIST_LENGTH) await this.#writeList();
    }
    await this.#writeList();
  }

  async *#unknown() {
    for await (const blob of this.#blobs.list()) if (!this.#known.has(blob.key)) yield blob;
  }

  async #fetch({ key, bytes }: { key: string; bytes: number }) {
    const stat = await this.#blobs.stat(key).catch(missingAsUndefined);
    if (!stat) return undefined;
    const body = bytes > SMALL_BYTES ? undefined : await this.#blobs.readRange(key, 0, bytes).catch(missingAsUndefined);
    if (!body && bytes <= SMALL_BYTES) return undefined;
    return { key, bytes: stat.bytes, contentType: stat.contentType, body };
  }

  async #writeList(): Promise<void> {
    if (this.#lines.length === 0) return;
    const number = String(++this.#lists).padStart(6, '0');
    const text = this.#lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    this.#lines = [];
    await this.#writer.addCompressed(`blobs/${number}.jsonl.gz`, Buffer.from(text));
  }
}

function missingAsUndefined(error: unknown): undefined {
  if (error instanceof BlobError && error.code === 'not_found') return undefined;
  throw error;
}
