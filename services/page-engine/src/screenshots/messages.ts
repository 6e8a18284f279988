import type { ImageType } from './image-type.js';

/** The child's task. */
export interface RedrawTask {
  /** The received picture. */
  file: Buffer;
  /** Pixel limit, for all frames together. */
  maxPixels: number;
  /** Byte limit after re-encoding. */
  maxBytes: number;
}

export interface Redrawn {
  /** In the original format. */
  body: Buffer;
  type: ImageType;
  /** Pixels per frame. */
  width: number;
  height: number;
  /** WebP of the first frame. */
  thumbnail: Buffer;
}
