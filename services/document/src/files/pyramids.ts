import { BlobError, type BlobStore } from '@symbio/blobs';
import { LRUCache } from '@symbio/runtime';
import { openTilePyramid, type TileFormat, type TilePyramid } from '@symbio/page-engine/pyramids';
import type { TilesOf } from './tile-addresses.js';

export interface StoredPyramid {
  /** Blob key of the pyramid file. */
  imagePath: string;
  contentHash: string;
  tileFormat: TileFormat;
  width: number;
  height: number;
  /** Hash of the earlier preview, if there was one. */
  previewHash?: string;
}

export interface Tile {
  bytes: Buffer;
  format: TileFormat;
  /** Taken from the full page for an address of its preview: must not be cached by clients. */
  standsIn: boolean;
}

interface OpenedPyramid {
  pyramid: TilePyramid;
  standsIn: boolean;
}

export interface PyramidIndex {
  /** null if the page does not exist or has no picture. */
  find(documentId: string, pageNumber: number): Promise<StoredPyramid | null>;
}

/** Cache size; the tables of one pyramid take about 10 kB. */
const OPEN_PYRAMIDS = 500;

/** Bytes of cached tiles: about 1,500, the working set of a few simultaneous viewers. */
const TILE_BYTES = 64 * 1024 * 1024;

export interface PyramidsOptions {
  capacity?: number;
  /** Bytes of cached tiles; benchmarks use 0 to read each from the store. */
  tileBytes?: number;
}

/** Caches pyramid tables, so that a tile costs one read, and recent tiles. */
export class Pyramids {
  private readonly opened: LRUCache<string, Promise<OpenedPyramid | null>>;
  private readonly tiles: LRUCache<string, Buffer>;
  /** Generation counter of `forget`: a read that started in an earlier generation is not cached. */
  private forgotten = 0;

  constructor(
    private readonly blobs: Pick<BlobStore, 'stat' | 'readRange'>,
    private readonly index: PyramidIndex,
    { capacity = OPEN_PYRAMIDS, tileBytes = TILE_BYTES }: PyramidsOptions = {},
  ) {
    this.opened = new LRUCache({ max: capacity });
    this.tiles = new LRUCache({ maxSize: tileBytes, sizeCalculation: (tile) => Math.max(1, tile.length) });
  }

  /**
   * null if the page or its pyramid is deleted, or the tile does not exist. A viewer that still uses the preview's
   * address gets tiles of the full page: both have the same size.
   */
  async tile(page: TilesOf, format: TileFormat, level: number, x: number, y: number): Promise<Tile | null> {
    const key = `${page.documentId}/${page.pageNumber}/${page.contentHash}`;
    const address = `${key}/${level}/${x}_${y}.${format}`;
    const kept = this.tiles.get(address);
    if (kept) return { bytes: kept, format, standsIn: false };
    const read = async (): Promise<Tile | null> => {
      const { forgotten } = this;
      const opened = await this.take(key, page);
      if (!opened || (opened.pyramid.format !== format && !opened.standsIn)) return null;
      const bytes = await opened.pyramid.tile(level, x, y);
      if (!bytes) return null;
      const { standsIn } = opened;
      if (!standsIn && forgotten === this.forgotten) this.tiles.set(address, bytes);
      return { bytes, format: opened.pyramid.format, standsIn };
    };
    let isDeleted = false;
    // failures are not cached: the next request reads again
    const failed = (error: unknown): null => {
      this.opened.delete(key);
      isDeleted = error instanceof BlobError && error.code === 'not_found';
      if (isDeleted) return null;
      throw error;
    };
    const tile = await read().catch(failed);
    // it may have been a preview that the full page has just replaced
    return tile ?? (isDeleted ? read().catch(failed) : null);
  }

  forget(documentId?: string): void {
    this.forgotten++;
    for (const kept of [this.opened, this.tiles]) {
      for (const key of [...kept.keys()])
        if (documentId === undefined || key.startsWith(`${documentId}/`)) kept.delete(key);
    }
  }

  private async take(key: string, page: TilesOf): Promise<OpenedPyramid | null> {
    const known = this.opened.get(key);
    if (known) return known;
    const opening = this.open(page);
    this.opened.set(key, opening);
    const opened = await opening;
    // do not cache: a page may get its picture, or a new one, any moment
    if (!opened || opened.standsIn) this.opened.delete(key);
    return opened;
  }

  private async open(page: TilesOf): Promise<OpenedPyramid | null> {
    const stored = await this.index.find(page.documentId, page.pageNumber);
    if (!stored) return null;
    const standsIn = stored.contentHash !== page.contentHash;
    if (standsIn && stored.previewHash !== page.contentHash) return null;
    const { imagePath, tileFormat } = stored;
    const { bytes } = await this.blobs.stat(imagePath);
    const read = (offset: number, length: number): Promise<Buffer> => this.blobs.readRange(imagePath, offset, length);
    return { pyramid: await openTilePyramid({ bytes, read }, tileFormat, stored), standsIn };
  }
}
