import type { SeenWord } from '../words.js';

/** A program that reads writing off a picture. */
export interface OcrEngine {
  /** For the log. */
  readonly name: string;
  /** Words of a grey PNG with lines of dark text on white, in the order they were found. */
  recognize(png: Buffer): Promise<SeenWord[]>;
  close(): Promise<void>;
}

/** Page segmentation 6 of tesseract: one block of lines, as rows are pasted together. */
export const LINES = '6';
/** Engine mode 1 of tesseract: the neural network alone. */
export const NEURAL_NETWORK = 1;
export const LANGUAGE = 'eng';
