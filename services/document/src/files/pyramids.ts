import { BlobError, LRUCache, type BlobStore } from '@symbio/kit';
import { openTilePyramid, type TileFormat, type TilePyramid } from '@symbio/page-engine/pyramids';
import type { TilesOf } from './tile-addresses.js';

/** What the service knows of a page that has a picture. */
export interface StoredPyramid {
  /** Blob key of the pyramid file. */
  imagePath: string;
  contentHash: string;
  tileFormat: TileFormat;
  width: number;
  height: number;
  /** Hash of the preview that was shown before, when there was one. */
  previewHash?: string;
}

/** A tile as it is sent. */
export interface Tile {
  bytes: Buffer;
  format: TileFormat;
  /** Of the page in full, for an address of its preview: whoever asks for it again may not be given the same. */
  standsIn: boolean;
}

interface OpenedPyramid {
  pyramid: TilePyramid;
  standsIn: boolean;
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

export interface PyramidsOptions {
  /** Pyramids whose tables are kept. */
  capacity?: number;
  /** Bytes of tiles kept; a bench keeps none, to read each from the store. */
  tileBytes?: number;
}

/** Keeps the tables of the pyramids read last, so that a tile costs one read, and the tiles that were read last. */
export class Pyramids {
  private readonly opened: LRUCache<string, Promise<OpenedPyramid | null>>;
  private readonly tiles: LRUCache<string, Buffer>;
  /** How often documents were forgotten: what was being read meanwhile is not kept. */
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
   * null when the page or its pyramid is deleted, or the tile does not exist. A viewer that was given a preview and does not
   * know yet of the page in full gets tiles of that one: both are of the same size.
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
    // what could not be read is not remembered: whoever asks next looks again
    const failed = (error: unknown): null => {
      this.opened.delete(key);
      isDeleted = error instanceof BlobError && error.code === 'not_found';
      if (isDeleted) return null;
      throw error;
    };
    const tile = await read().catch(failed);
    // it may have been a preview, and the page in full has just taken its place
    return tile ?? (isDeleted ? read().catch(failed) : null);
  }

  /** Keeps nothing more of a document, as it was deleted, or of any. */
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
    // a page may get its picture a moment later, and one that has got it another when it is made anew
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
