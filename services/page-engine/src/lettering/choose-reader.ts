import type { Pdfium } from '../pdf/pdfium.js';
import type { LetteringReader } from './lettering-reader.js';
import { readModels } from './ppocr/models.js';
import { tesseractReader } from './tesseract/tesseract-reader.js';

/** A reader, and why it is not the better one, as a sentence for people. */
export interface ChosenReader {
  reader: LetteringReader;
  notice?: string;
}

/**
 * The best reader that is there: PP-OCR with its models, else tesseract.
 *
 * @param models the folder of the models; undefined: none are wanted
 */
export async function chooseReader(models: string | undefined, pdfium: () => Promise<Pdfium>): Promise<ChosenReader> {
  if (models === undefined) return { reader: tesseractReader(pdfium) };
  const found = await readModels(models);
  if ('missing' in found) return { reader: tesseractReader(pdfium), notice: found.missing };
  try {
    const { startPpOcr } = await import('./ppocr/ppocr-reader.js');
    return { reader: await startPpOcr(found, pdfium) };
  } catch (error) {
    // a system for which the runtime has no build
    const why = error instanceof Error ? error.message : String(error);
    return { reader: tesseractReader(pdfium), notice: `The reader by models does not start here (${why}).` };
  }
}
