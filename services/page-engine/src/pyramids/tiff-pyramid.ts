import { createHash } from 'node:crypto';
import { sharp } from '../pictures/sharp.js';
import { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import type { RangeReader } from './range-reader.js';
import { PyramidError, type TilePyramid } from './tile-pyramid.js';

const WIDTH = 256;
const HEIGHT = 257;
const TILE_WIDTH = 322;
const TILE_LENGTH = 323;
const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;
const JPEG_TABLES = 347;
const WANTED = new Set([WIDTH, HEIGHT, TILE_WIDTH, TILE_LENGTH, TILE_OFFSETS, TILE_BYTE_COUNTS, JPEG_TABLES]);
/** Value size by TIFF type: byte, ascii, short, long, undefined, long8. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 16: 8 };
/** Upper bound for halvings of the largest page (300 million pixels in one row). */
const MAX_LEVELS = 32;
const SMALL_TILE_QUALITY = 85;

/** Page size as clients know it. */
export interface ShownSize {
  width: number;
  height: number;
}

interface TiffLevel {
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
  const levels = await readLevels(reader);
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

async function readLevels(reader: RangeReader): Promise<TiffLevel[]> {
  const header = await reader.read(0, 16);
  if (header.length < 16 || header.toString('latin1', 0, 2) !== 'II') throw new PyramidError('not a TIFF');
  const version = header.readUInt16LE(2);
  if (version !== 42 && version !== 43) throw new PyramidError('not a TIFF');
  const big = version === 43;
  let offset = big ? Number(header.readBigUInt64LE(8)) : header.readUInt32LE(4);
  const levels: TiffLevel[] = [];
  while (offset > 0) {
    if (levels.length === MAX_LEVELS) throw new PyramidError('too many levels');
    const { level, next } = await readDirectory(reader, offset, big);
    const above = levels.at(-1);
    if (above && (level.width !== Math.ceil(above.width / 2) || level.height !== Math.ceil(above.height / 2))) {
      throw new PyramidError('levels do not halve');
    }
    levels.push(level);
    offset = next;
  }
  return levels;
}

async function readDirectory(
  reader: RangeReader,
  offset: number,
  big: boolean,
): Promise<{ level: TiffLevel; next: number }> {
  const countBytes = big ? 8 : 2;
  const entryBytes = big ? 20 : 12;
  const pointerBytes = big ? 8 : 4;
  const head = await exactly(reader, offset, countBytes);
  const count = big ? Number(head.readBigUInt64LE(0)) : head.readUInt16LE(0);
  if (count > 200) throw new PyramidError('too many tags');
  const body = await exactly(reader, offset + countBytes, count * entryBytes + pointerBytes);
  const tags = new Map<number, number[] | Buffer>();
  for (let i = 0; i < count; i++) {
    const entry = body.subarray(i * entryBytes, (i + 1) * entryBytes);
    const tag = entry.readUInt16LE(0);
    if (!WANTED.has(tag)) continue;
    const type = entry.readUInt16LE(2);
    const values = big ? Number(entry.readBigUInt64LE(4)) : entry.readUInt32LE(4);
    const size = VALUE_BYTES[type];
    if (!size || size * values > reader.bytes) throw new PyramidError(`tag ${tag}`);
    const inline = entry.subarray(entryBytes - pointerBytes);
    const pointer = big ? Number(inline.readBigUInt64LE(0)) : inline.readUInt32LE(0);
    const bytes = size * values <= pointerBytes ? inline : await exactly(reader, pointer, size * values);
    tags.set(tag, tag === JPEG_TABLES ? bytes.subarray(0, values) : numbersOf(bytes, type, values));
  }
  const end = body.subarray(count * entryBytes);
  return { level: levelOf(tags), next: big ? Number(end.readBigUInt64LE(0)) : end.readUInt32LE(0) };
}

function numbersOf(bytes: Buffer, type: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    if (type === 3) return bytes.readUInt16LE(2 * i);
    if (type === 4) return bytes.readUInt32LE(4 * i);
    if (type === 16) return Number(bytes.readBigUInt64LE(8 * i));
    throw new PyramidError(`type ${type}`);
  });
}

function levelOf(tags: Map<number, number[] | Buffer>): TiffLevel {
  const numbers = (tag: number): number[] => {
    const values = tags.get(tag);
    if (!Array.isArray(values)) throw new PyramidError(`no tag ${tag}`);
    return values;
  };
  const [width = 0] = numbers(WIDTH);
  const [height = 0] = numbers(HEIGHT);
  if (numbers(TILE_WIDTH)[0] !== TILE_SIZE || numbers(TILE_LENGTH)[0] !== TILE_SIZE)
    throw new PyramidError('tile size');
  const tables = tags.get(JPEG_TABLES);
  if (!Buffer.isBuffer(tables) || tables.length < 4) throw new PyramidError('no JPEG tables');
  const columns = Math.ceil(width / TILE_SIZE);
  const rows = Math.ceil(height / TILE_SIZE);
  const offsets = numbers(TILE_OFFSETS);
  const lengths = numbers(TILE_BYTE_COUNTS);
  if (columns * rows === 0 || offsets.length !== columns * rows || lengths.length !== offsets.length) {
    throw new PyramidError('tile count');
  }
  return { width, height, columns, rows, offsets, lengths, tables: Buffer.from(tables.subarray(0, -2)) };
}

async function exactly(reader: RangeReader, offset: number, length: number): Promise<Buffer> {
  const bytes = await reader.read(offset, length);
  if (bytes.length !== length) throw new PyramidError('cut off');
  return bytes;
}
