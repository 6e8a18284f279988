import type { PageText } from '../pdf/page.js';
import type { OcrSource } from './messages.js';

/** What reads the lettering of a page: the port that PP-OCR and tesseract are adapters of. */
export interface LetteringReader {
  /** For people: in the job's log. */
  readonly name: string;
  /** @param onProgress called with the share that is done, 0 to 1, after each tile or sheet of rows */
  read(source: OcrSource, onProgress: (share: number) => void): Promise<PageText>;
}
