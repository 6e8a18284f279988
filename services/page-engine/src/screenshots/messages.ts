import type { ImageType } from './image-type.js';

/** What the child gets. */
export interface RedrawTask {
  /** A picture as it was sent. */
  file: Buffer;
  /** Pixels that it may have, all frames of a moving one together. */
  maxPixels: number;
  /** Bytes that it may have once it is drawn anew. */
  maxBytes: number;
}

/** A screenshot as it is stored. */
export interface Redrawn {
  /** In the format it came in. */
  body: Buffer;
  type: ImageType;
  /** Pixels, of one frame. */
  width: number;
  height: number;
  /** WebP, of the first frame. */
  thumbnail: Buffer;
}
