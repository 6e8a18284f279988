/** The picture of a page as a GeoTIFF of which any part can be read: only its tables are kept in memory. */
import type { Affine, ControlPoint } from '@symbio/georeference';
import { sharp } from '../pictures/sharp.js';
import { maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { openTilePyramid } from './open-pyramid.js';
import type { StoredPage } from './page-image.js';
import type { RangeReader } from './range-reader.js';
import { directoriesAt, entryOf, headerOf, LAYOUT, TAG, TYPE, type NewTiffEntry } from './tiff-directory.js';
import { readLevels, type TiffLevel } from './tiff-pyramid.js';
import { PyramidError, type TilePyramid } from './tile-pyramid.js';

/** In page pixels and degrees (WGS 84): linear, or by control points. */
export type TiffPlace = { affine: Affine } | { points: readonly ControlPoint[] };

/** GeoTIFF of a page at a place. */
export type GeoTiff = (place: TiffPlace) => RangeReader;

/** GeoTIFF 1.1: geographic, pixels are areas, EPSG:4326, degrees. */
const GEO_KEYS = [1, 1, 1, 4, 1_024, 0, 1, 2, 1_025, 0, 1, 1, 2_048, 0, 1, 4_326, 2_054, 0, 1, 9_102];
const UNCOMPRESSED = 1;
const BLACK_IS_ZERO = 1;
const ROW_BYTES = TILE_SIZE / 8;
const TILE_BYTES = ROW_BYTES * TILE_SIZE;
const WHITE_FROM = 128;

/** @throws PyramidError if the file is no pyramid of the page */
export function openGeoTiff(reader: RangeReader, page: StoredPage): Promise<GeoTiff> {
  return page.format === 'jpg' ? ofJpegTiles(reader, page) : ofBilevelTiles(reader, page);
}

/** @param divisor page pixels per pixel of the file, which is more than 1 for a preview */
function geoEntries(place: TiffPlace, divisor: number): NewTiffEntry[] {
  const keys = entryOf(TAG.geoKeys, TYPE.short, GEO_KEYS);
  if ('points' in place) {
    const ties = place.points.flatMap(({ x, y, longitude, latitude }) => [
      ...[x / divisor, y / divisor, 0],
      ...[longitude, latitude, 0],
    ]);
    return [entryOf(TAG.modelTiepoint, TYPE.double, ties), keys];
  }
  const [a, b, c, d, e, f] = place.affine;
  const rows = [...[a * divisor, b * divisor, 0, c], ...[d * divisor, e * divisor, 0, f]];
  return [entryOf(TAG.modelTransformation, TYPE.double, [...rows, 0, 0, 0, 0, 0, 0, 0, 1]), keys];
}

const sizeAfter = ({ width, height }: StoredPage, halvings: number) => ({
  width: Math.ceil(width / 2 ** halvings),
  height: Math.ceil(height / 2 ** halvings),
});

/** Without the padding of the stored picture. */
function cropped(level: TiffLevel, { width, height }: { width: number; height: number }): NewTiffEntry[] {
  if (width > level.width || height > level.height) throw new PyramidError('smaller than its page');
  const [columns, rows] = [Math.ceil(width / TILE_SIZE), Math.ceil(height / TILE_SIZE)];
  const kept = (values: readonly number[]): number[] =>
    Array.from({ length: columns * rows }, (_, at) => {
      const [row, column] = [Math.floor(at / columns), at % columns];
      return values[row * level.columns + column] ?? 0;
    });
  const offsets = kept(level.offsets);
  const isFar = offsets.some((offset) => offset > 0xffff_ffff);
  return [
    entryOf(TAG.width, TYPE.long, [width]),
    entryOf(TAG.height, TYPE.long, [height]),
    entryOf(TAG.tileOffsets, isFar ? TYPE.long8 : TYPE.long, offsets),
    entryOf(TAG.tileByteCounts, TYPE.long, kept(level.lengths)),
  ];
}

/** The stored file with other directories: tiles are copied, with all reduced levels. */
async function ofJpegTiles(reader: RangeReader, page: StoredPage): Promise<GeoTiff> {
  const { variant, levels } = await readLevels(reader);
  const first = levels[0]?.level;
  if (!first) throw new PyramidError('no levels');
  const missing = Math.max(0, maxLevelOf(page.width, page.height) - maxLevelOf(first.width, first.height));
  const start = Math.ceil(reader.bytes / 8) * 8;
  const stored = levels.map(({ level, entries }, at) => {
    const own = cropped(level, sizeAfter(page, missing + at));
    const replaced = new Set(own.map(({ tag }) => tag));
    return [...entries.filter(({ tag }) => !replaced.has(tag)), ...own];
  });
  const headerBytes = LAYOUT[variant].header;
  const body = { bytes: reader.bytes - headerBytes, read: shifted(reader, headerBytes) };
  const padding = Buffer.alloc(start - reader.bytes);
  return (place) => {
    const [full = [], ...reduced] = stored;
    const tail = directoriesAt(start, variant, [[...full, ...geoEntries(place, 2 ** missing)], ...reduced]);
    return joined([inMemory(headerOf(variant, tail.first)), body, inMemory(Buffer.concat([padding, tail.bytes]))]);
  };
}

/** One bit a pixel, not compressed, so that the size of the file is known before its tiles are read. */
async function ofBilevelTiles(reader: RangeReader, page: StoredPage): Promise<GeoTiff> {
  const pyramid = await openTilePyramid(reader, 'png');
  const missing = Math.max(0, maxLevelOf(page.width, page.height) - pyramid.maxLevel);
  const { width, height } = sizeAfter(page, missing);
  const [columns, rows] = [Math.ceil(width / TILE_SIZE), Math.ceil(height / TILE_SIZE)];
  const count = columns * rows;
  const tiles = { bytes: count * TILE_BYTES, read: tilesOf(pyramid, columns) };
  return (place) => {
    const directoryAt = (tilesAt: number) =>
      directoriesAt(LAYOUT.classic.header, 'classic', [
        [
          entryOf(TAG.width, TYPE.long, [width]),
          entryOf(TAG.height, TYPE.long, [height]),
          entryOf(TAG.bitsPerSample, TYPE.short, [1]),
          entryOf(TAG.compression, TYPE.short, [UNCOMPRESSED]),
          entryOf(TAG.photometric, TYPE.short, [BLACK_IS_ZERO]),
          entryOf(TAG.samplesPerPixel, TYPE.short, [1]),
          entryOf(TAG.tileWidth, TYPE.short, [TILE_SIZE]),
          entryOf(TAG.tileLength, TYPE.short, [TILE_SIZE]),
          entryOf(
            TAG.tileOffsets,
            TYPE.long,
            Array.from({ length: count }, (_, at) => tilesAt + at * TILE_BYTES),
          ),
          entryOf(
            TAG.tileByteCounts,
            TYPE.long,
            Array.from({ length: count }, () => TILE_BYTES),
          ),
          ...geoEntries(place, 2 ** missing),
        ],
      ]);
    const { first, bytes } = directoryAt(LAYOUT.classic.header + directoryAt(0).bytes.length);
    return joined([inMemory(headerOf('classic', first)), inMemory(bytes), tiles]);
  };
}

function tilesOf(pyramid: TilePyramid, columns: number): RangeReader['read'] {
  return async (offset, length) => {
    const first = Math.floor(offset / TILE_BYTES);
    const found: Buffer[] = [];
    for (let at = first; at * TILE_BYTES < offset + length; at++)
      found.push(await bitsOf(pyramid, at % columns, Math.floor(at / columns)));
    const from = offset - first * TILE_BYTES;
    return Buffer.concat(found).subarray(from, from + length);
  };
}

/** White beyond the picture. */
async function bitsOf(pyramid: TilePyramid, column: number, row: number): Promise<Buffer> {
  const tile = await pyramid.tile(pyramid.maxLevel, column, row);
  if (!tile) throw new PyramidError(`no tile ${column}_${row}`);
  const { data, info } = await sharp(tile).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  const bits = Buffer.alloc(TILE_BYTES, 0xff);
  for (let y = 0; y < Math.min(info.height, TILE_SIZE); y++)
    for (let x = 0; x < Math.min(info.width, TILE_SIZE); x++) {
      if ((data[(y * info.width + x) * info.channels] ?? 255) >= WHITE_FROM) continue;
      const at = y * ROW_BYTES + (x >> 3);
      bits[at] = (bits[at] ?? 0) & ~(0x80 >> (x & 7));
    }
  return bits;
}

const shifted =
  (reader: RangeReader, by: number): RangeReader['read'] =>
  (offset, length) =>
    reader.read(offset + by, length);

const inMemory = (buffer: Buffer): RangeReader => ({
  bytes: buffer.length,
  read: (offset, length) => Promise.resolve(buffer.subarray(offset, offset + length)),
});

/** One file after another. */
function joined(parts: readonly RangeReader[]): RangeReader {
  return {
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    async read(offset, length) {
      const found: Buffer[] = [];
      let start = 0;
      for (const part of parts) {
        const [from, to] = [Math.max(offset, start) - start, Math.min(offset + length - start, part.bytes)];
        start += part.bytes;
        if (to <= from) continue;
        const bytes = await part.read(from, to - from);
        if (bytes.length !== to - from) throw new PyramidError('cut off');
        found.push(bytes);
      }
      return found.length === 1 && found[0] ? found[0] : Buffer.concat(found);
    },
  };
}
