import type { Pdfium } from '../pdf/pdfium.js';
import type { LetteringReader } from './lettering-reader.js';
import { readModels } from './ppocr/model/models.js';
import { tesseractReader } from './tesseract/tesseract-reader.js';

/** Reader, and a user-facing reason if it is the fallback. */
export interface ChosenReader {
  reader: LetteringReader;
  notice?: string;
}

/**
 * Chooses PP-OCR if its models are available, else tesseract.
 *
 * @param models models folder; undefined: models are disabled
 */
export async function chooseReader(models: string | undefined, pdfium: () => Promise<Pdfium>): Promise<ChosenReader> {
  if (models === undefined) return { reader: tesseractReader(pdfium) };
  const found = await readModels(models);
  if ('missing' in found) return { reader: tesseractReader(pdfium), notice: found.missing };
  try {
    const { startPpOcr } = await import('./ppocr/ppocr-reader.js');
    return { reader: await startPpOcr(found, pdfium) };
  } catch (error) {
    // the runtime has no build for this system
    const why = error instanceof Error ? error.message : String(error);
    return { reader: tesseractReader(pdfium), notice: `The reader by models does not start here (${why}).` };
  }
}
