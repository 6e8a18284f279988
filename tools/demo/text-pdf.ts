import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from '@cantoo/pdf-lib';
import { linesOf } from './lines.js';

export interface TextSection {
  heading: string;
  /** Question and answer, or a paragraph alone. */
  items: readonly (string | readonly [question: string, answer: string])[];
}

export interface TextDocument {
  title: string;
  subtitle: string;
  sections: readonly TextSection[];
}

/** US letter in points. */
const PAGE = { width: 612, height: 792, margin: 72 };
const LINE = 14;

/** A text document as a PDF with real text: title, headed sections, questions with answers, page numbers. */
export async function makeTextPdf({ title, subtitle, sections }: TextDocument): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.setTitle(title);
  const regular = await document.embedFont(StandardFonts.TimesRoman);
  const bold = await document.embedFont(StandardFonts.TimesRomanBold);
  const italic = await document.embedFont(StandardFonts.TimesRomanItalic);
  let page: PDFPage = document.addPage([PAGE.width, PAGE.height]);
  let y = PAGE.height - PAGE.margin;
  const write = (text: string, font: PDFFont, size: number, indent = 0, after = 0): void => {
    for (const line of linesOf(text, font, size, PAGE.width - 2 * PAGE.margin - indent)) {
      if (y < PAGE.margin + LINE) {
        page = document.addPage([PAGE.width, PAGE.height]);
        y = PAGE.height - PAGE.margin;
      }
      page.drawText(line, { x: PAGE.margin + indent, y, size, font });
      y -= size <= 11 ? LINE : size * 1.3;
    }
    y -= after;
  };
  write(title, bold, 18);
  write(subtitle, italic, 11, 0, 8);
  page.drawLine({
    start: { x: PAGE.margin, y },
    end: { x: PAGE.width - PAGE.margin, y },
    thickness: 0.8,
    color: rgb(0.3, 0.3, 0.3),
  });
  y -= 24;
  for (const { heading, items } of sections) {
    write(heading, bold, 13, 0, 4);
    for (const item of items) {
      if (typeof item === 'string') {
        write(item, regular, 11, 0, 8);
      } else {
        write(item[0], regular, 11);
        write(item[1], italic, 11, 18, 8);
      }
    }
    y -= 8;
  }
  const pages = document.getPages();
  pages.forEach((each, i) => {
    each.drawText(`${title} - page ${i + 1} of ${pages.length}`, { x: PAGE.margin, y: 40, size: 9, font: regular });
  });
  return Buffer.from(await document.save());
}
