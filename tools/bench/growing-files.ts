import { jpegImage, PdfWriter, type PdfTextLine } from '@symbio/fixtures/pdf-writer';
import { pick, randomFor } from '@symbio/fixtures/random';
import { renderSheet } from '@symbio/fixtures/sheet';
import type { BenchFileRecipe } from './bench-file.js';

/** Small pages, so that what a page costs besides its pixels shows when it grows. */
const WIDTH = 800;
const DPI = 75;
const YEARS = [1887, 1896, 1905, 1926] as const;
/** One page in this many has an annotation and must be drawn instead of copied. */
const DRAWN_EVERY = 10;
const LINES = 24;
const VERSION = 1;
const WORDS = 'MAIN ST. DWELLING STORE BRICK FRAME COAL YARD GARAGE FOUNDRY STABLE DEPOT RIVER MILL 1896 1905'.split(
  ' ',
);

/** A file of any length whose every ten pages are alike: nine scans with a text layer and one that is drawn. */
export function growingFile(pages: number): BenchFileRecipe {
  return {
    name: `growing-${pages}-v${VERSION}`,
    pages,
    title: `a file of ${pages} pages`,
    make: async (file) => {
      const sheets = await Promise.all(YEARS.map((year) => renderSheet({ seed: 12, year, width: WIDTH, quality: 70 })));
      const writer = await PdfWriter.toFile(file);
      for (let page = 0; page < pages; page++) {
        const sheet = sheets[page % sheets.length];
        if (!sheet) continue;
        const { width, height, jpeg } = sheet;
        await writer.addImagePage(jpegImage(jpeg, width, height), {
          dpi: DPI,
          textLayer: textOf(page, width, height),
          entries:
            page % DRAWN_EVERY === DRAWN_EVERY - 1 ? '/Annots[<</Type/Annot/Subtype/Square/Rect[20 20 90 60]>>]' : '',
        });
      }
      await writer.finish();
    },
  };
}

function textOf(page: number, width: number, height: number): PdfTextLine[] {
  const random = randomFor('growing', page);
  return Array.from({ length: LINES }, (_, i): PdfTextLine => {
    const y = ((i + 1) * height) / (LINES + 1);
    const text = Array.from({ length: 6 }, () => pick(random, WORDS)).join(' ');
    return { text, from: [width * 0.05, y], to: [width * 0.95, y], capHeight: 12 };
  });
}
