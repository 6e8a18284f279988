import { makeScratch, type Scratch } from '../testing/scratch.js';
import { pdfOf } from '../testing/plain-pdf.js';
import { PDFDocument, PDFName, PDFNumber } from './pdf-lib.js';
import { startPdfium, type Pdfium } from './pdfium.js';

let scratch: Scratch;
let pdfium: Pdfium;
beforeAll(async () => {
  [scratch, pdfium] = await Promise.all([makeScratch(), startPdfium()]);
});
afterAll(() => scratch.remove());

/** Pages in two branches; the widths are 101, 102 and so on. */
function treeOf(count: string, inner: string, kids = '3 0 R 4 0 R'): Buffer {
  const page = (parent: number, width: number) =>
    `<</Type/Page/Parent ${parent} 0 R/MediaBox[0 0 ${width} 200]/Resources<<>>>>`;
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 9 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${count}>>`,
    `<</Type/Pages/Parent 2 0 R/Kids[5 0 R 6 0 R]/Count ${inner}>>`,
    `<</Type/Pages/Parent 2 0 R/Kids[7 0 R 8 0 R]/Count ${inner}>>`,
    ...[page(3, 101), page(3, 102), page(4, 103), page(4, 104)],
    '<</Type/Outlines/First 10 0 R/Last 10 0 R/Count 1>>',
    '<</Title(Appendix)/Parent 9 0 R/Dest[8 0 R/Fit]>>',
  ]);
}

async function widthsOf(pdf: Buffer): Promise<number[]> {
  const document = pdfium.open(await scratch.file('tree.pdf', pdf));
  try {
    return Array.from({ length: document.pageCount }, (_, index) => document.outline(index).widthPt);
  } finally {
    document.close();
  }
}

describe('all pages that a page tree reaches are there', () => {
  it.each([
    ['right', '4', '2'],
    ['too small', '1', '1'],
    ['too large', '9', '2'],
    ['negative', '-4', '-2'],
    ['negative, with branches that are too large', '-1', '50'],
    ['no number', 'null', 'null'],
  ])('if its count is %s', async (_what, count, inner) => {
    expect(await widthsOf(treeOf(count, inner))).toEqual([101, 102, 103, 104]);
  });

  it('if lists of pages are objects of their own', async () => {
    const pdf = treeOf('1', '1').toString('latin1').replace('/Kids[3 0 R 4 0 R]', '/Kids 11 0 R');
    const end = pdf.indexOf('xref');
    const list = '\n11 0 obj\n[3 0 R 4 0 R]\nendobj\n';
    // the table no longer matches, so it is built from the objects
    const file = Buffer.from(`${pdf.slice(0, end)}${list}${pdf.slice(end)}`, 'latin1');
    expect(await widthsOf(file)).toEqual([101, 102, 103, 104]);
  });

  it('with their bookmarks', async () => {
    const document = pdfium.open(await scratch.file('tree.pdf', treeOf('1', '1')));
    expect(document.names(3)).toMatchObject({ bookmark: 'Appendix' });
    document.close();
  });

  it('but no page of an earlier version, or of a file within', async () => {
    const removed = treeOf('2', '2', '3 0 R');
    const earlier = Buffer.from('\n12 0 obj\n<</Type/Pages/Kids[5 0 R 6 0 R 7 0 R]/Count 3>>\nendobj\n');
    const end = removed.indexOf('xref');
    // its objects are after those of the table
    const pdf = removed.toString('latin1').replace(/startxref\n\d+/, `startxref\n${end + earlier.length}`);
    expect(
      await widthsOf(Buffer.concat([Buffer.from(pdf.slice(0, end)), earlier, Buffer.from(pdf.slice(end))])),
    ).toEqual([101, 102]);
  });

  it.each([
    ['compressed', true, false],
    ['encrypted', false, true],
  ])('in a tree that is %s', async (_what, useObjectStreams, isEncrypted) => {
    const pdf = await PDFDocument.create();
    for (const width of [101, 102, 103]) pdf.addPage([width, 200]);
    await pdf.flush();
    pdf.catalog.Pages().set(PDFName.of('Count'), PDFNumber.of(1));
    if (isEncrypted) pdf.encrypt({ ownerPassword: 'of the vendor', userPassword: '' });
    expect(await widthsOf(Buffer.from(await pdf.save({ useObjectStreams })))).toEqual([101, 102, 103]);
  });

  it.each([
    ['after other bytes', (pdf: Buffer) => Buffer.concat([Buffer.from('junk\n'.repeat(50)), pdf])],
    [
      'with a broken table',
      (pdf: Buffer) => Buffer.from(pdf.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7')),
    ],
  ])('of a file %s', async (_what, change) => {
    expect(await widthsOf(change(treeOf('1', '1')))).toEqual([101, 102, 103, 104]);
  });
});
