export type TileFormat = 'jpg' | 'png';

/** One page's deep-zoom tiles, read from one stored file. Every level from 0 to `maxLevel` answers. */
export interface TilePyramid {
  readonly format: TileFormat;
  readonly maxLevel: number;
  /** The encoded tile, or null when the level or position does not exist. */
  tile(level: number, x: number, y: number): Promise<Buffer | null>;
  /** The largest level that is one tile: the start for thumbnails. `width` and `height` are its real size in pixels. */
  overview(): Promise<{ tile: Buffer; width: number; height: number }>;
  /** Short hash (16 hex digits) that changes with the pyramid's content. */
  fingerprint(): Promise<string>;
}

/** The stored file is not a pyramid this code wrote. */
export class PyramidError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PyramidError';
  }
}

/** File name of a pyramid in a page's folder. */
export const pyramidFileName = (format: TileFormat): string => (format === 'jpg' ? 'pyramid.tif' : 'tiles.zip');
