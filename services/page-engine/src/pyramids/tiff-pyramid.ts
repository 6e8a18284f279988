import { createHash } from 'node:crypto';
import { sharp } from '../pictures/sharp.js';
import { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import type { RangeReader } from './range-reader.js';
import {
  numbersOf,
  readDirectory,
  readHeader,
  TAG,
  valuesOf,
  type TiffEntry,
  type TiffVariant,
} from './tiff-directory.js';
import { PyramidError, type TilePyramid } from './tile-pyramid.js';

const WANTED: ReadonlySet<number> = new Set([
  ...[TAG.width, TAG.height, TAG.tileWidth, TAG.tileLength],
  ...[TAG.tileOffsets, TAG.tileByteCounts, TAG.jpegTables],
]);
/** Upper bound for halvings of the largest page (300 million pixels in one row). */
const MAX_LEVELS = 32;
const SMALL_TILE_QUALITY = 85;

export interface ShownSize {
  width: number;
  height: number;
}

export interface TiffLevel {
  width: number;
  height: number;
  columns: number;
  rows: number;
  offsets: number[];
  lengths: number[];
  /** JPEG tables without end marker, to prepend to a tile. */
  tables: Buffer;
}

/**
 * Opens a pyramid TIFF written by `writeJpegPyramid`. A tile is one read: shared JPEG tables and tile bytes are joined
 * without decoding. Levels below one tile are reduced from the smallest stored level; for a preview (`shown` larger),
 * missing large levels are enlarged.
 */
export async function openTiffPyramid(reader: RangeReader, shown?: ShownSize): Promise<TilePyramid> {
  const levels = (await readLevels(reader)).levels.map(({ level }) => level);
  const [first] = levels;
  const last = levels.at(-1);
  if (!first || !last) throw new PyramidError('no levels');
  const storedLevel = maxLevelOf(first.width, first.height);
  const maxLevel = shown ? Math.max(storedLevel, maxLevelOf(shown.width, shown.height)) : storedLevel;
  const smallestStored = storedLevel - (levels.length - 1);
  const small = new Map<number, Promise<Buffer>>();

  const stored = async (level: TiffLevel, index: number): Promise<Buffer> => {
    const length = level.lengths[index] ?? 0;
    const offset = level.offsets[index] ?? 0;
    if (length < 4) throw new PyramidError('empty tile');
    const { tables } = level;
    // skip the tile's start marker, as the tables have one
    const body = await reader.read(offset + 2, length - 2);
    if (body.length !== length - 2) throw new PyramidError('cut off');
    return Buffer.concat([tables, body], tables.length + body.length);
  };

  /** Above the largest stored level: enlarges the covering part of a stored tile. */
  const enlarged = async (level: number, x: number, y: number): Promise<Buffer | null> => {
    const factor = 2 ** (level - storedLevel);
    const [column, row] = [Math.floor(x / factor), Math.floor(y / factor)];
    if (column >= first.columns || row >= first.rows) return null;
    const side = Math.max(1, Math.floor(TILE_SIZE / factor));
    const corner = {
      left: Math.floor((x % factor) * (TILE_SIZE / factor)),
      top: Math.floor((y % factor) * (TILE_SIZE / factor)),
    };
    return sharp(await stored(first, row * first.columns + column))
      .extract({ ...corner, width: side, height: side })
      .resize(TILE_SIZE, TILE_SIZE, { fit: 'fill', kernel: 'cubic' })
      .jpeg({ quality: SMALL_TILE_QUALITY })
      .toBuffer();
  };

  /** Below the smallest stored level; `width` and `height` of the stored file are valid, as all round up. */
  const reduced = async (level: number): Promise<Buffer> => {
    const size = levelSize(first.width, first.height, level);
    return sharp(await stored(last, 0))
      .extract({ left: 0, top: 0, width: last.width, height: last.height })
      .resize(size.width, size.height, { fit: 'fill' })
      .jpeg({ quality: SMALL_TILE_QUALITY })
      .toBuffer();
  };

  return {
    format: 'jpg',
    maxLevel,

    async tile(level, x, y) {
      if (![level, x, y].every((value) => Number.isInteger(value) && value >= 0) || level > maxLevel) return null;
      if (level > storedLevel) return enlarged(level, x, y);
      const table = levels[storedLevel - level];
      if (table) return x < table.columns && y < table.rows ? stored(table, y * table.columns + x) : null;
      if (x > 0 || y > 0) return null;
      let tile = small.get(level);
      if (!tile) {
        tile = reduced(level);
        small.set(level, tile);
        // do not cache a failed read
        tile.catch(() => small.delete(level));
      }
      return tile;
    },

    async overview() {
      return { tile: await stored(last, 0), width: last.width, height: last.height };
    },

    async fingerprint() {
      const hash = createHash('sha256').update(`jpg ${smallestStored} ${storedLevel}`);
      for (const level of levels) hash.update(`|${level.width}x${level.height}:${level.lengths.join(',')}`);
      hash.update(first.tables).update(await stored(last, 0));
      return hash.digest('hex').slice(0, 16);
    },
  };
}

export interface TiffDirectoryLevel {
  level: TiffLevel;
  entries: TiffEntry[];
}

/** Largest first. */
export async function readLevels(
  reader: RangeReader,
): Promise<{ variant: TiffVariant; levels: readonly TiffDirectoryLevel[] }> {
  const { variant, first } = await readHeader(reader);
  let offset = first;
  const levels: TiffDirectoryLevel[] = [];
  while (offset > 0) {
    if (levels.length === MAX_LEVELS) throw new PyramidError('too many levels');
    const { entries, next } = await readDirectory(reader, offset, variant);
    const level = await readLevel(reader, entries, variant);
    const above = levels.at(-1)?.level;
    if (above && (level.width !== Math.ceil(above.width / 2) || level.height !== Math.ceil(above.height / 2))) {
      throw new PyramidError('levels do not halve');
    }
    levels.push({ level, entries });
    offset = next;
  }
  return { variant, levels };
}

async function readLevel(reader: RangeReader, entries: readonly TiffEntry[], variant: TiffVariant): Promise<TiffLevel> {
  const tags = new Map<number, number[] | Buffer>();
  for (const entry of entries) {
    if (!WANTED.has(entry.tag)) continue;
    const bytes = await valuesOf(reader, entry, variant);
    tags.set(entry.tag, entry.tag === TAG.jpegTables ? bytes : numbersOf(bytes, entry.type, entry.count));
  }
  return levelOf(tags);
}

function levelOf(tags: Map<number, number[] | Buffer>): TiffLevel {
  const numbers = (tag: number): number[] => {
    const values = tags.get(tag);
    if (!Array.isArray(values)) throw new PyramidError(`no tag ${tag}`);
    return values;
  };
  const [width = 0] = numbers(TAG.width);
  const [height = 0] = numbers(TAG.height);
  if (numbers(TAG.tileWidth)[0] !== TILE_SIZE || numbers(TAG.tileLength)[0] !== TILE_SIZE)
    throw new PyramidError('tile size');
  const tables = tags.get(TAG.jpegTables);
  if (!Buffer.isBuffer(tables) || tables.length < 4) throw new PyramidError('no JPEG tables');
  const columns = Math.ceil(width / TILE_SIZE);
  const rows = Math.ceil(height / TILE_SIZE);
  const offsets = numbers(TAG.tileOffsets);
  const lengths = numbers(TAG.tileByteCounts);
  if (columns * rows === 0 || offsets.length !== columns * rows || lengths.length !== offsets.length) {
    throw new PyramidError('tile count');
  }
  return { width, height, columns, rows, offsets, lengths, tables: Buffer.from(tables.subarray(0, -2)) };
}
