import type { CameraNotes } from './camera-notes.js';

/** The child's task. */
export interface DevelopTask {
  /** Absolute path of the received file. */
  file: string;
  /** Absolute output paths: a JPEG and a small WebP. */
  picture: string;
  thumbnail: string;
  /** Pixel limits, general and for HEIC. */
  maxPixels: number;
  maxHeicPixels: number;
}

export interface Developed {
  /** Picture size in pixels, upright. */
  width: number;
  height: number;
  notes: CameraNotes;
}
