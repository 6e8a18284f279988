import { LRUCache } from 'lru-cache';

/** Reads a part of a blob; shorter at its end. */
export type ReadRange = (key: string, offset: number, length: number) => Promise<Buffer>;

export interface BlockCacheOptions {
  /** Bytes fetched at a time; a tile is some 40 kB, and its neighbours on the sheet lie beside it. */
  blockBytes?: number;
  /** Bytes kept of all blobs together. */
  cacheBytes?: number;
}

const BLOCK_BYTES = 256 * 1024;
const CACHE_BYTES = 64 * 1024 * 1024;
/** A read of more blocks than this is one of a whole file, and goes past the cache. */
const MOST_BLOCKS = 4;
/** What a block takes beside its bytes. */
const ENTRY_BYTES = 256;

/**
 * Small reads of stores that are far away: whole blocks are fetched, each once, and the last of them kept. Blobs never
 * change, so that a kept block is right for as long as there is a blob of that key.
 */
export class BlockCache {
  readonly #blocks: LRUCache<string, Buffer>;
  readonly #fetching = new Map<string, Promise<Buffer>>();
  readonly #blockBytes: number;
  /** How often something was dropped: what was being fetched meanwhile is not kept. */
  #dropped = 0;

  constructor(
    private readonly fetch: ReadRange,
    { blockBytes = BLOCK_BYTES, cacheBytes = CACHE_BYTES }: BlockCacheOptions = {},
  ) {
    this.#blockBytes = blockBytes;
    this.#blocks = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (block) => block.length + ENTRY_BYTES });
  }

  /** As {@link ReadRange}; the answer is a copy, so that a part keeps no block alive. */
  async read(key: string, offset: number, length: number): Promise<Buffer> {
    const size = this.#blockBytes;
    const first = Math.floor(offset / size);
    const last = Math.floor((offset + Math.max(length, 1) - 1) / size);
    if (last - first >= MOST_BLOCKS) return this.fetch(key, offset, length);
    const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const blocks = await Promise.all(numbers.map((number) => this.#block(key, number)));
    const start = offset - first * size;
    // concat copies; of a single block only what was asked for
    const [only] = blocks;
    if (only && blocks.length === 1) return Buffer.from(only.subarray(start, start + length));
    return Buffer.concat(blocks).subarray(start, start + length);
  }

  /** Forgets a blob. */
  drop(key: string): void {
    this.#forget((name) => name.startsWith(`${key}:`));
  }

  /** Forgets every blob whose key begins so. */
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
