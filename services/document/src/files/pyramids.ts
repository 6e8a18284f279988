import { BlobError, type BlobStore } from '@symbio/kit';
import { LRUCache } from 'lru-cache';
import { openTilePyramid } from '../pipeline/open-pyramid.js';
import type { TileFormat, TilePyramid } from '../pipeline/tile-pyramid.js';
import type { TilesOf } from './tile-addresses.js';

/** What the service knows of a page that has a picture. */
export interface StoredPyramid {
  /** Blob key of the pyramid file. */
  imagePath: string;
  contentHash: string;
  tileFormat: TileFormat;
  width: number;
  height: number;
}

/** Where pages are looked up. */
export interface PyramidIndex {
  /** null when there is no such page, or it has no picture. */
  find(documentId: string, pageNumber: number): Promise<StoredPyramid | null>;
}

/** Tables of a page's pyramid take about 10 kB. */
const OPEN_PYRAMIDS = 500;

/** Bytes of the tiles read last: some 1,500, which is what a few people look at in the same minutes. */
const TILE_BYTES = 64 * 1024 * 1024;

/** Keeps the tables of the pyramids read last, so that a tile costs one read, and the tiles that were read last. */
export class Pyramids {
  private readonly opened = new Map<string, Promise<TilePyramid | null>>();
  private readonly tiles = new LRUCache<string, Buffer>({
    maxSize: TILE_BYTES,
    sizeCalculation: (tile) => Math.max(1, tile.length),
  });
  /** How often documents were forgotten: what was being read meanwhile is not kept. */
  private forgotten = 0;

  constructor(
    private readonly blobs: Pick<BlobStore, 'stat' | 'readRange'>,
    private readonly index: PyramidIndex,
    private readonly capacity = OPEN_PYRAMIDS,
  ) {}

  /** null when the page or its pyramid is gone, or the tile does not exist. */
  async tile(page: TilesOf, format: string, level: number, x: number, y: number): Promise<Buffer | null> {
    const key = `${page.documentId}/${page.pageNumber}/${page.contentHash}`;
    const address = `${key}/${level}/${x}_${y}.${format}`;
    const kept = this.tiles.get(address);
    if (kept) return kept;
    const { forgotten } = this;
    try {
      const pyramid = await this.take(key, page);
      const tile = pyramid?.format === format ? await pyramid.tile(level, x, y) : null;
      if (tile && forgotten === this.forgotten) this.tiles.set(address, tile);
      return tile;
    } catch (error) {
      // what could not be read is not remembered: the next request looks again
      this.opened.delete(key);
      if (error instanceof BlobError && error.code === 'not_found') return null;
      throw error;
    }
  }

  /** Keeps nothing more of a document: it was deleted. */
  forget(documentId: string): void {
    this.forgotten++;
    for (const kept of [this.opened, this.tiles]) {
      for (const key of [...kept.keys()]) if (key.startsWith(`${documentId}/`)) kept.delete(key);
    }
  }

  private async take(key: string, page: TilesOf): Promise<TilePyramid | null> {
    const known = this.opened.get(key);
    if (known) {
      this.opened.delete(key);
      this.opened.set(key, known);
      return known;
    }
    const opening = this.open(page);
    this.opened.set(key, opening);
    if (this.opened.size > this.capacity) {
      const [oldest] = this.opened.keys();
      if (oldest !== undefined) this.opened.delete(oldest);
    }
    const pyramid = await opening;
    // a page may get its picture a moment later
    if (!pyramid) this.opened.delete(key);
    return pyramid;
  }

  private async open(page: TilesOf): Promise<TilePyramid | null> {
    const stored = await this.index.find(page.documentId, page.pageNumber);
    if (!stored || stored.contentHash !== page.contentHash) return null;
    const { imagePath, tileFormat } = stored;
    const { bytes } = await this.blobs.stat(imagePath);
    const read = (offset: number, length: number): Promise<Buffer> => this.blobs.readRange(imagePath, offset, length);
    return openTilePyramid({ bytes, read }, tileFormat, stored);
  }
}
