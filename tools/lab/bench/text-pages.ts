import { writeFile } from 'node:fs/promises';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { pick, randomFor, wholeBetween } from '@symbio/fixtures/random';
import type { BenchFileRecipe } from './bench-file.js';

/** US letter in points, as reports are. */
const PAGE = { width: 612, height: 792, margin: 72, line: 14, size: 11 } as const;
/** Characters of Times 11 that fill a line of 468 points. */
const LINE_LENGTH = 88;
/** What the product draws a page of text at; the peer is asked for the same. */
export const TEXT_DPI = 200;
const VERSION = 1;

const WORDS =
  'the of survey parcel boundary river county insurance building brick frame dwelling street north east corner map sheet dated soil groundwater tank removal report section township range feet depth sample site history owner deed recorded volume page adjacent property railroad'.split(
    ' ',
  );

/** A report of text alone: a heading, 45 lines and a rule on every page. */
export function textPages(pages: number): BenchFileRecipe {
  return {
    name: `text-${pages}-v${VERSION}`,
    pages,
    title: `${pages} pages of text`,
    make: async (file) => {
      const document = await PDFDocument.create();
      const serif = await document.embedFont(StandardFonts.TimesRoman);
      const bold = await document.embedFont(StandardFonts.HelveticaBold);
      const random = randomFor('report');
      for (let i = 0; i < pages; i++) {
        const page = document.addPage([PAGE.width, PAGE.height]);
        const heading = `${i + 1}. Historical use, parcel ${1000 + i} (${1880 + (i % 90)})`;
        page.drawText(heading, { x: PAGE.margin, y: 720, size: 16, font: bold });
        for (let y = 690; y > PAGE.margin; y -= PAGE.line) {
          let text = '';
          while (text.length < LINE_LENGTH - 10) {
            text += `${random() < 0.06 ? wholeBetween(random, 1860, 1999) : pick(random, WORDS)} `;
          }
          page.drawText(text, { x: PAGE.margin, y, size: PAGE.size, font: serif });
        }
        page.drawLine({ start: { x: PAGE.margin, y: 740 }, end: { x: 540, y: 740 }, thickness: 1 });
      }
      await writeFile(file, await document.save({ useObjectStreams: true }));
    },
  };
}
