import type { RangeReader } from './range-reader.js';
import { openTiffPyramid, type ShownSize } from './tiff-pyramid.js';
import type { TileFormat, TilePyramid } from './tile-pyramid.js';
import { openZipPyramid } from './zip-pyramid.js';

/** JPEG tiles are in a TIFF, PNG tiles in a stored zip. */
export function openTilePyramid(reader: RangeReader, format: TileFormat, shown?: ShownSize): Promise<TilePyramid> {
  return format === 'jpg' ? openTiffPyramid(reader, shown) : openZipPyramid(reader);
}
