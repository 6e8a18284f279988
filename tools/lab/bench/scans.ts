import { jpegImage, PdfWriter } from '@symbio/fixtures/pdf-writer';
import { renderSheet } from '@symbio/fixtures/sheet';
import type { BenchFileRecipe } from './bench-file.js';

export const SCAN_DPI = 300;

/**
 * Surveys that are drawn; their sheets repeat, each time as a picture of its own in the file. Drawing all twelve would
 * only cost time: nothing that is measured compares pages.
 */
const YEARS = [1887, 1896, 1905, 1926] as const;
/** With this grain and quality a sheet is just under 10 MB. */
const SHEET = { seed: 12, quality: 86, grain: 1.65, width: 6400 } as const;
const VERSION = 1;

/** Colour scans of 6400 x 7600 pixels; twelve are about 118 MB, as a Phase I map order comes. */
export function colourScans(pages: number): BenchFileRecipe {
  return {
    name: `scans-rgb-${pages}-v${VERSION}`,
    pages,
    title: `${pages} colour scans`,
    make: async (file) => {
      const writer = await PdfWriter.toFile(file);
      const sheets = [];
      for (const year of YEARS.slice(0, pages)) sheets.push(await renderSheet({ ...SHEET, year }));
      for (let page = 0; page < pages; page++) {
        const sheet = sheets[page % sheets.length];
        if (sheet) await writer.addImagePage(jpegImage(sheet.jpeg, sheet.width, sheet.height), { dpi: SCAN_DPI });
      }
      await writer.finish();
    },
  };
}
