/** PDFs made for the tests, so that nothing binary is kept in the repository. */
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';

/** A PDF whose pages are one scanned picture each, all different. */
export async function scannedPdf(pages: number, { width = 700, height = 830 } = {}): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  for (let number = 0; number < pages; number++) {
    const background = { r: (37 * number + 90) % 256, g: (91 * number + 40) % 256, b: (53 * number + 160) % 256 };
    const jpeg = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    const image = await pdf.embedJpg(jpeg);
    // 100 dpi
    const page = pdf.addPage([width * 0.72, height * 0.72]);
    page.drawImage(image, { x: 0, y: 0, width: width * 0.72, height: height * 0.72 });
  }
  return Buffer.from(await pdf.save());
}

/** A PDF of letter pages with these texts, one page each; lines are parted by \n. */
export async function textPdf(...texts: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 12, font, lineHeight: 16 });
  return Buffer.from(await pdf.save());
}
