import type { SeenWord } from './words.js';

/** A program that reads writing off a picture. */
export interface OcrEngine {
  /** For the log. */
  readonly name: string;
  /** Words of a grey PNG, sparse text in any place, in the order they were found. */
  recognize(png: Buffer): Promise<SeenWord[]>;
  close(): Promise<void>;
}

/** Page segmentation 11 of tesseract: find as much text as possible in no particular order. */
export const SPARSE_TEXT = '11';
/** Engine mode 1 of tesseract: the neural network alone. */
export const NEURAL_NETWORK = 1;
export const LANGUAGE = 'eng';
