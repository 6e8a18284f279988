import type { ImageType } from './image-type.js';

export interface RedrawTask {
  file: Buffer;
  /** Pixel limit, for all frames together. */
  maxPixels: number;
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
