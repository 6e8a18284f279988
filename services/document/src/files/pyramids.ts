import { BlobError, type BlobStore } from '@symbio/kit';
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

/** Keeps the tables of the pyramids read last, so that a tile costs one read. */
export class Pyramids {
  private readonly opened = new Map<string, Promise<TilePyramid | null>>();

  constructor(
    private readonly blobs: Pick<BlobStore, 'stat' | 'readRange'>,
    private readonly index: PyramidIndex,
    private readonly capacity = OPEN_PYRAMIDS,
  ) {}

  /** null when the page or its pyramid is gone, or the tile does not exist. */
  async tile(page: TilesOf, format: string, level: number, x: number, y: number): Promise<Buffer | null> {
    const key = `${page.documentId}/${page.pageNumber}/${page.contentHash}`;
    try {
      const pyramid = await this.take(key, page);
      return pyramid?.format === format ? await pyramid.tile(level, x, y) : null;
    } catch (error) {
      // what could not be read is not remembered: the next request looks again
      this.opened.delete(key);
      if (error instanceof BlobError && error.code === 'not_found') return null;
      throw error;
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
