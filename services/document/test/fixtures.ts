/** Generates PDFs: the repository contains no binary files. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { degrees, PDFDocument, PDFName, PDFString, rgb, StandardFonts } from '@cantoo/pdf-lib';
import { startPdfium, PdfWriter } from '@symbio/page-engine/testing';
import sharp from 'sharp';

/** One distinct picture per page. */
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

/** Large enough for a preview. undefined without `opj_compress`, the only encoder. */
export async function jpeg2000Pdf(width: number, height: number): Promise<Buffer | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-jpx-'));
  const [raw, encoded] = [path.join(folder, 'sheet.ppm'), path.join(folder, 'sheet.jp2')];
  try {
    // bands of colour: varied and quick to encode
    const pixels = Buffer.alloc(width * height * 3);
    for (let at = 0; at < pixels.length; at += 3) {
      const [x, y] = [(at / 3) % width, Math.floor(at / 3 / width)];
      pixels[at] = (x >> 4) & 255;
      pixels[at + 1] = (y >> 4) & 255;
      pixels[at + 2] = 160;
    }
    await writeFile(raw, Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), pixels]));
    await promisify(execFile)('opj_compress', ['-i', raw, '-o', encoded, '-r', '20']);
    const pdf = new PdfWriter();
    const image = pdf.image(await readFile(encoded), width, height, 'JPXDecode', '/DeviceRGB');
    // 300 dpi
    pdf.page([image], width * 0.24, height * 0.24);
    return pdf.save();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Small distinct pages with text, which need no analysis. */
export async function printedPdf(pages: number): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number++)
    pdf.addPage([180, 216]).drawText(`Sheet ${number} of the gas works at Millbrook`, { x: 12, y: 160, size: 8, font });
  return Buffer.from(await pdf.save());
}

/** Letter pages; \n separates lines. */
export async function textPdf(...texts: string[]): Promise<Buffer> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const text of texts) pdf.addPage([612, 792]).drawText(text, { x: 60, y: 700, size: 12, font, lineHeight: 16 });
  return Buffer.from(await pdf.save());
}

/** In points from the lower left corner. */
export interface Lettering {
  text: string;
  x: number;
  y: number;
  size: number;
  /** Degrees counter-clockwise. */
  turned?: number;
}

/** Size of a lettered sheet in points: 8 x 10 inches. */
export const SHEET = { width: 576, height: 720 };

/** One picture per page at 150 dpi, without text. */
export async function letteredScan(...sheets: readonly (readonly Lettering[])[]): Promise<Buffer> {
  const drawn = await PDFDocument.create();
  const font = await drawn.embedFont(StandardFonts.Helvetica);
  for (const letterings of sheets) {
    const page = drawn.addPage([SHEET.width, SHEET.height]);
    page.drawRectangle({ x: 30, y: 30, width: 516, height: 660, color: rgb(1, 1, 0.9), borderWidth: 2 });
    for (const { text, x, y, size, turned = 0 } of letterings)
      page.drawText(text, { x, y, size, font, rotate: degrees(turned) });
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'symbio-scan-'));
  try {
    const file = path.join(folder, 'drawn.pdf');
    await writeFile(file, await drawn.save());
    const source = (await startPdfium()).open(file);
    const scan = await PDFDocument.create();
    for (let index = 0; index < source.pageCount; index++) {
      const outline = { ...source.outline(index), dpi: 150 };
      const { data, width, height } = source.render(index, outline, 50e6);
      const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
        .jpeg({ quality: 85 })
        .toBuffer();
      const image = await scan.embedJpg(jpeg);
      scan.addPage([SHEET.width, SHEET.height]).drawImage(image, { x: 0, y: 0, ...SHEET });
    }
    source.close();
    const plates = { S: 'D', P: PDFString.of('Plate ') };
    scan.catalog.set(PDFName.of('PageLabels'), scan.context.obj({ Nums: [0, plates] }));
    return Buffer.from(await scan.save());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
