import type { CameraNotes } from './camera-notes.js';

export interface DevelopTask {
  file: string;
  /** Absolute output paths: a JPEG and a small WebP. */
  picture: string;
  thumbnail: string;
  maxPixels: number;
  maxHeicPixels: number;
}

export interface Developed {
  /** Picture size in pixels, upright. */
  width: number;
  height: number;
  notes: CameraNotes;
}
