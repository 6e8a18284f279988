import { randomBytes } from 'node:crypto';
import { fill, PdfWriter } from '../testing/pdf-writer.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { startPdfium } from './pdfium.js';

/** 3 MB of incompressible pixels. */
const SIDE = 1_000;
const PAGES = 40;
const FONT = '/Font<</F0<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

describe('a document in PDFium', () => {
  it('does not fill its memory with pages read, and reads each of them correctly', async () => {
    const pdf = new PdfWriter();
    for (let page = 1; page <= PAGES; page++) {
      const scan = pdf.add(
        `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceRGB/BitsPerComponent 8`,
        randomBytes(SIDE * SIDE * 3),
      );
      const content = `${fill(500, 500)} BT 3 Tr /F0 12 Tf 20 20 Td (Sheet ${page}) Tj ET`;
      pdf.page([scan], 500, 500, { content, resources: FONT });
    }
    const bytes = pdf.save();
    const pdfium = await startPdfium();
    const document = pdfium.open(await scratch.file('scans.pdf', bytes));
    for (let page = 1; page <= PAGES; page++) {
      expect(document.outline(page - 1)).toMatchObject({ widthPt: 500, heightPt: 500, pictureShare: 1 });
      expect(document.text(page - 1, 1_000, 1_000).text).toBe(`Sheet ${page}`);
    }
    document.close();
    expect(bytes.length).toBeGreaterThan(PAGES * SIDE * SIDE * 3);
    expect(pdfium.memoryBytes).toBeLessThan(bytes.length * 0.75);
  });
});
