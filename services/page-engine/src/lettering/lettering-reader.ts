import type { PageText } from '../pdf/page.js';
import type { OcrSource } from './messages.js';

/** Port for OCR; PP-OCR and tesseract are its adapters. */
export interface LetteringReader {
  /** Shown in the job's log. */
  readonly name: string;
  /** @param onProgress receives the finished share, 0 to 1, after each tile or collage */
  read(source: OcrSource, onProgress: (share: number) => void): Promise<PageText>;
}
