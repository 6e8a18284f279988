import type { SeenWord } from '../words.js';

export interface OcrEngine {
  /** For the log. */
  readonly name: string;
  /** Words of a grey PNG with dark lines on white, in the order found. */
  recognize(png: Buffer): Promise<SeenWord[]>;
  close(): Promise<void>;
}

/** Page segmentation mode 6: one block of lines. */
export const LINES = '6';
/** Engine mode 1: neural network only. */
export const NEURAL_NETWORK = 1;
export const LANGUAGE = 'eng';
