import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { makeMapSet, makeTestSheetPdf } from './map-set.js';
import { jpegImage, pdfBuffer } from './pdf-writer.js';
import { renderSheet } from './sheet.js';

describe('the PDF writer', () => {
  it('makes a file that a PDF library opens, with one page a picture in its own size', async () => {
    const sheet = await renderSheet({ seed: 4, year: 1887, width: 320 });
    const pdf = await pdfBuffer(async (writer) => {
      await writer.addImagePage(jpegImage(sheet.jpeg, sheet.width, sheet.height), { dpi: 150 });
      await writer.addImagePage(
        {
          data: deflateSync(Buffer.alloc(40 * 20)),
          width: 40,
          height: 20,
          filter: 'FlateDecode',
          colourSpace: 'DeviceGray',
        },
        { dpi: 72, entries: '/Rotate 90' },
      );
    });
    const document = await PDFDocument.load(pdf);
    const [first, second] = document.getPages();
    expect(document.getPageCount()).toBe(2);
    expect(first?.getSize()).toEqual({ width: 153.6, height: 182.4 });
    expect(second?.getSize()).toEqual({ width: 40, height: 20 });
    expect(second?.getRotation().angle).toBe(90);
  });

  it('lays text over a picture without showing it, where the picture shows it', async () => {
    const sheet = await renderSheet({ seed: 4, year: 1887, width: 320 });
    const pdf = await pdfBuffer((writer) =>
      writer.addImagePage(jpegImage(sheet.jpeg, sheet.width, sheet.height), {
        dpi: 72,
        textLayer: [{ text: 'OIL (TANKS)', from: [10, 20], to: [10, 120], capHeight: 5.62 }],
      }),
    );
    // downwards, 11 letters of 6 points stretched over 100
    expect(pdf.toString('latin1')).toContain('BT 3 Tr /F1 10 Tf 151.515 Tz 0 -1 1 0 10 360 Tm (OIL \\(TANKS\\)) Tj ET');
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(1);
  });

  it('embeds the bytes of a JPEG untouched', async () => {
    const sheet = await renderSheet({ seed: 4, year: 1887, width: 320 });
    const pdf = await pdfBuffer((writer) => writer.addImagePage(jpegImage(sheet.jpeg, sheet.width, sheet.height)));
    const document = await PDFDocument.load(pdf);
    const streams = document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFRawStream)
      .filter((stream) => stream.dict.get(PDFName.of('Filter')) === PDFName.of('DCTDecode'));
    expect(streams).toHaveLength(1);
    expect(Buffer.from(streams[0]?.contents ?? []).equals(sheet.jpeg)).toBe(true);
  });
});

describe('a map set', () => {
  it('has a page a survey, in order, with what is drawn on each', async () => {
    const { pdf, sheets } = await makeMapSet({ seed: 1, width: 320 });
    const document = await PDFDocument.load(pdf);
    expect(document.getPageCount()).toBe(4);
    expect(sheets.map((sheet) => sheet.year)).toEqual([1887, 1896, 1905, 1926]);
    expect(new Set(sheets.map((sheet) => sheet.town)).size).toBe(1);
    // every sheet is printed at the same size, whatever its pixels
    for (const page of document.getPages()) expect(page.getSize()).toEqual({ width: 1536, height: 1824 });
  });

  it('may come as from a scanner, without text over its pictures', async () => {
    const options = { seed: 42, years: [1896], width: 320, turn: -27 } as const;
    const [scanned, searchable] = [await makeMapSet({ ...options, hasText: false }), await makeMapSet(options)];
    expect(scanned.pdf.toString('latin1')).not.toContain('BT 3 Tr');
    expect(searchable.pdf.toString('latin1')).toContain('BT 3 Tr');
  });

  it('gives tests a single sheet of 1896 with a gas works', async () => {
    const { pdf, sheets } = await makeTestSheetPdf({ width: 320 });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(sheets).toHaveLength(1);
    expect(sheets[0]?.year).toBe(1896);
    expect(sheets[0]?.labels.map((label) => label.landUse)).toContain('gas_holder_site');
  });
});
