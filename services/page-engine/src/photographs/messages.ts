import type { CameraNotes } from './camera-notes.js';

/** What the child gets. */
export interface DevelopTask {
  /** Absolute path of the file as it was sent. */
  file: string;
  /** Absolute paths of what is made of it: a JPEG, and a small WebP. */
  picture: string;
  thumbnail: string;
  /** Pixels that it may have, and if it is HEIC. */
  maxPixels: number;
  maxHeicPixels: number;
}

/** A photograph as it is kept. */
export interface Developed {
  /** Pixels of the picture, upright. */
  width: number;
  height: number;
  notes: CameraNotes;
}
