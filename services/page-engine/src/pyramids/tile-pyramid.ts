export type TileFormat = 'jpg' | 'png';

/** Deep-zoom tiles of one page from one file, for all levels from 0 to `maxLevel`. */
export interface TilePyramid {
  readonly format: TileFormat;
  readonly maxLevel: number;
  /** Encoded tile; null if level or position does not exist. */
  tile(level: number, x: number, y: number): Promise<Buffer | null>;
  /** Largest single-tile level, for thumbnails, with its real size in pixels. */
  overview(): Promise<{ tile: Buffer; width: number; height: number }>;
  /** Content hash, 16 hex digits. */
  fingerprint(): Promise<string>;
}

/** The file is not a pyramid written by this code. */
export class PyramidError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PyramidError';
  }
}

export const pyramidFileName = (format: TileFormat): string => (format === 'jpg' ? 'pyramid.tif' : 'tiles.zip');
