import type { RangeReader } from './range-reader.js';
import { openTiffPyramid } from './tiff-pyramid.js';
import type { TileFormat, TilePyramid } from './tile-pyramid.js';
import { openZipPyramid } from './zip-pyramid.js';

/** Reads the tables of a pyramid: JPEG tiles are in a TIFF, PNG tiles in a stored zip. */
export function openTilePyramid(reader: RangeReader, format: TileFormat): Promise<TilePyramid> {
  return format === 'jpg' ? openTiffPyramid(reader) : openZipPyramid(reader);
}
