import { BlobError, type BlobStore } from '@symbio/blobs';
import { LRUCache } from '@symbio/runtime';
import { openTilePyramid, type TileFormat, type TilePyramid } from '@symbio/page-engine/pyramids';
import type { TilesOf } from './tile-addresses.js';

export interface StoredPyramid {
  imagePath: string;
  contentHash: string;
  tileFormat: TileFormat;
  width: number;
  height: number;
  previewHash?: string;
}

export interface Tile {
  bytes: Buffer;
  format: TileFormat;
  /** From the full page, for an address of its preview: clients must not cache it. */
  isSubstitute: boolean;
}

interface OpenedPyramid {
  pyramid: TilePyramid;
  isSubstitute: boolean;
}

export interface PyramidIndex {
  /** null without a picture. */
  find(documentId: string, pageNumber: number): Promise<StoredPyramid | null>;
}

/** Tables of one pyramid take about 10 kB. */
const OPEN_PYRAMIDS = 500;

/** About 1,500 tiles, the working set of a few viewers. */
const TILE_BYTES = 64 * 1024 * 1024;

export interface PyramidsOptions {
  capacity?: number;
  /** Benchmarks use 0 to read each tile from the store. */
  tileBytes?: number;
}

/** Caches pyramid tables, so a tile costs one read, and recent tiles. */
export function createPyramids(
  blobs: Pick<BlobStore, 'stat' | 'readRange'>,
  index: PyramidIndex,
  { capacity = OPEN_PYRAMIDS, tileBytes = TILE_BYTES }: PyramidsOptions = {},
) {
  const openPyramids = new LRUCache<string, Promise<OpenedPyramid | null>>({ max: capacity });
  const tileCache = new LRUCache<string, Buffer>({
    maxSize: tileBytes,
    sizeCalculation: (tile) => Math.max(1, tile.length),
  });
  /** Incremented by `forget`: reads that began before are not cached. */
  let generation = 0;

  async function openCached(key: string, page: TilesOf): Promise<OpenedPyramid | null> {
    const known = openPyramids.get(key);
    if (known) return known;
    const opening = open(page);
    openPyramids.set(key, opening);
    const opened = await opening;
    // the page may get its picture, or a new one, any moment
    if (!opened || opened.isSubstitute) openPyramids.delete(key);
    return opened;
  }

  async function open(page: TilesOf): Promise<OpenedPyramid | null> {
    const stored = await index.find(page.documentId, page.pageNumber);
    if (!stored) return null;
    const isSubstitute = stored.contentHash !== page.contentHash;
    if (isSubstitute && stored.previewHash !== page.contentHash) return null;
    const { imagePath, tileFormat } = stored;
    const { bytes } = await blobs.stat(imagePath);
    const read = (offset: number, length: number): Promise<Buffer> => blobs.readRange(imagePath, offset, length);
    return { pyramid: await openTilePyramid({ bytes, read }, tileFormat, stored), isSubstitute };
  }

  return {
    /**
     * null if page, pyramid or tile do not exist. A preview's address gets tiles of the full page: the size is the
     * same.
     */
    async tile(page: TilesOf, format: TileFormat, level: number, x: number, y: number): Promise<Tile | null> {
      const key = `${page.documentId}/${page.pageNumber}/${page.contentHash}`;
      const address = `${key}/${level}/${x}_${y}.${format}`;
      const kept = tileCache.get(address);
      if (kept) return { bytes: kept, format, isSubstitute: false };
      const read = async (): Promise<Tile | null> => {
        const startedIn = generation;
        const opened = await openCached(key, page);
        if (!opened || (opened.pyramid.format !== format && !opened.isSubstitute)) return null;
        const bytes = await opened.pyramid.tile(level, x, y);
        if (!bytes) return null;
        const { isSubstitute } = opened;
        if (!isSubstitute && startedIn === generation) tileCache.set(address, bytes);
        return { bytes, format: opened.pyramid.format, isSubstitute };
      };
      let isDeleted = false;
      // not cached: the next request reads again
      const failed = (error: unknown): null => {
        openPyramids.delete(key);
        isDeleted = error instanceof BlobError && error.code === 'not_found';
        if (isDeleted) return null;
        throw error;
      };
      const tile = await read().catch(failed);
      // the full page may have replaced its preview just now
      return tile ?? (isDeleted ? read().catch(failed) : null);
    },

    forget(documentId?: string): void {
      generation++;
      for (const kept of [openPyramids, tileCache]) {
        for (const key of [...kept.keys()])
          if (documentId === undefined || key.startsWith(`${documentId}/`)) kept.delete(key);
      }
    },
  };
}

export type Pyramids = ReturnType<typeof createPyramids>;
