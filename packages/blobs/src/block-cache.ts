import { LRUCache } from 'lru-cache';

/** Shorter at the end of the blob. */
export type ReadRange = (key: string, offset: number, length: number) => Promise<Buffer>;

export interface BlockCacheOptions {
  /** Fetch size in bytes; a tile is about 40 kB, and neighbouring tiles are adjacent in the file. */
  blockBytes?: number;
  /** Total size in bytes. */
  cacheBytes?: number;
}

const BLOCK_BYTES = 256 * 1024;
const CACHE_BYTES = 64 * 1024 * 1024;
/** Reads of more blocks than this bypass the cache: they read a whole file. */
const MOST_BLOCKS = 4;
const ENTRY_BYTES = 256;

/** Block cache for small reads from remote stores: whole blocks are fetched once and the most recent kept. */
export class BlockCache {
  readonly #blocks: LRUCache<string, Buffer>;
  readonly #fetching = new Map<string, Promise<Buffer>>();
  readonly #blockBytes: number;
  /** Number of invalidations: fetches that overlap one are not cached. */
  #dropped = 0;

  constructor(
    private readonly fetch: ReadRange,
    { blockBytes = BLOCK_BYTES, cacheBytes = CACHE_BYTES }: BlockCacheOptions = {},
  ) {
    this.#blockBytes = blockBytes;
    this.#blocks = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (block) => block.length + ENTRY_BYTES });
  }

  /** See {@link ReadRange}; returns a copy, so a slice does not retain the block. */
  async read(key: string, offset: number, length: number): Promise<Buffer> {
    const size = this.#blockBytes;
    const first = Math.floor(offset / size);
    const last = Math.floor((offset + Math.max(length, 1) - 1) / size);
    if (last - first >= MOST_BLOCKS) return this.fetch(key, offset, length);
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const blocks = await Promise.all(numbers.map((number) => this.#block(key, number)));
    const start = offset - first * size;
    // concat copies; from a single block, copy only the slice
    const [only] = blocks;
    if (only && blocks.length === 1) return Buffer.from(only.subarray(start, start + length));
    return Buffer.concat(blocks).subarray(start, start + length);
  }

  drop(key: string): void {
    this.#forget((name) => name.startsWith(`${key}:`));
  }

  dropPrefix(prefix: string): void {
    this.#forget((name) => name.startsWith(prefix));
  }

  #forget(isMeant: (name: string) => boolean): void {
    this.#dropped++;
    for (const name of [...this.#blocks.keys()]) if (isMeant(name)) this.#blocks.delete(name);
  }

  async #block(key: string, number: number): Promise<Buffer> {
    // no key has a colon
    const name = `${key}:${number}`;
    const kept = this.#blocks.get(name) ?? this.#fetching.get(name);
    if (kept) return kept;
    const dropped = this.#dropped;
    const fetching = this.fetch(key, number * this.#blockBytes, this.#blockBytes);
    this.#fetching.set(name, fetching);
    try {
      const block = await fetching;
      if (dropped === this.#dropped) this.#blocks.set(name, block);
      return block;
    } finally {
      this.#fetching.delete(name);
    }
  }
}
