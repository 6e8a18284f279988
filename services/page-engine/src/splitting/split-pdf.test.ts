import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { packageFile } from '@symbio/fixtures/vendor-packages/package-file';
import { vendorPackage } from '@symbio/fixtures/vendor-packages/vendor-package';
import { makeProtectedPdf } from '@symbio/fixtures/protected-pdf';
import { PDFDocument, PDFRawStream } from '../pdf/pdf-lib.js';
import { startPdfium } from '../pdf/pdfium.js';
import { makeScratch, pdfOf, type Scratch } from '../testing/index.js';
import { proposeSplit, takeRanges } from './index.js';
import { split } from './split.js';

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

async function written(pdf: Uint8Array): Promise<string> {
  const file = path.join(scratch.dir, 'package.pdf');
  await writeFile(file, pdf);
  return file;
}

/** Five pages: a link within, one to a later page, one by name, and one to the web. */
const PICTURE = Buffer.from('not really a picture \0\x01\x02');
const LINKED = pdfOf([
  '<</Type/Catalog/Pages 2 0 R/Names<</Dests 13 0 R>>>>',
  '<</Type/Pages/Count 4/Kids[3 0 R 4 0 R 5 0 R 6 0 R]/MediaBox[0 0 300 200]/Resources<</XObject<</Im0 7 0 R>>>>>>',
  '<</Type/Page/Parent 2 0 R/Annots[8 0 R 9 0 R 10 0 R 11 0 R]>>',
  '<</Type/Page/Parent 2 0 R/Rotate 90>>',
  '<</Type/Page/Parent 2 0 R>>',
  '<</Type/Page/Parent 2 0 R>>',
  Buffer.concat([
    Buffer.from(
      `<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/JBIG2Decode/Length ${PICTURE.length}>>\nstream\n`,
    ),
    PICTURE,
    Buffer.from('\nendstream'),
  ]),
  '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[4 0 R/Fit]>>',
  '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D[6 0 R/Fit]>>>>',
  '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(second)>>>>',
  '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://records.example)>>>>',
  '<</Unused true>>',
  // a name tree that contains itself
  '<</Kids[13 0 R 14 0 R]>>',
  '<</Names[(fourth)[6 0 R/Fit](second)<</D[4 0 R/Fit]>>]>>',
]);

describe('documents of a PDF', () => {
  it('are found where a generated package has them, with their kinds and years', async () => {
    const { drawn, documents } = vendorPackage(7, 'header', 'as_made', 0.1);
    const { pageCount, documents: proposed } = await proposeSplit(await written(await packageFile(drawn)), []);
    expect(pageCount).toBe(drawn.length);
    expect(proposed.map(({ from, to, kind }) => ({ from, to, kind }))).toEqual(
      documents.map(({ from, to, kind }) => ({ from, to, kind })),
    );
    const maps = documents.find(({ kind }) => kind === 'sanborn_maps');
    expect(proposed.find(({ kind }) => kind === 'sanborn_maps')).toMatchObject({
      years: maps?.years,
      noCoverageYears: maps?.noCoverageYears,
    });
  });

  it('are found in scans by the words that were read of them', async () => {
    const file = await written(
      await packageFile([1, 2, 3].map(() => ({ width: 612, height: 792, texts: [], pictures: [] }))),
    );
    const words = [{ text: 'Sanborn', x: 10, y: 100, width: 90, height: 30 }];
    const cover = [...words, { ...words[0]!, text: 'Map', x: 110 }, { ...words[0]!, text: 'Report', x: 210 }];
    const seen = { width: 612, height: 792, dpi: 72 };
    const { documents } = await proposeSplit(file, [
      { pageNumber: 3, kind: 'sanborn_map', year: 1904, seen: { ...seen, words: cover } },
    ]);
    expect(documents.map(({ from, kind, years }) => [from, kind, years])).toContainEqual([3, 'sanborn_maps', [1904]]);
  });

  it('are PDFs that keep the bytes of pictures and links, and have nothing of other documents', async () => {
    const [first = '', second = ''] = (
      await takeRanges(
        await written(LINKED),
        [
          { from: 1, to: 2 },
          { from: 3, to: 4 },
        ],
        scratch.dir,
      )
    ).files;
    const document = await PDFDocument.load(await readFile(first), { updateMetadata: false });
    expect(document.getPages().map((page) => [page.getWidth(), page.getRotation().angle])).toEqual([
      [300, 0],
      [300, 90],
    ]);
    const streams = document.context.enumerateIndirectObjects().map(([, object]) => object);
    const [picture] = streams.filter((object) => object instanceof PDFRawStream);
    expect(Buffer.from(picture?.contents ?? [])).toEqual(PICTURE);
    const text = (await readFile(first)).toString('latin1');
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(2);
    expect(text).toContain('https://records.example');
    expect(text).not.toContain('/Unused');
    const pdfium = await startPdfium({ names: false });
    const targets = pdfium.open(first).beside((api, _memory, handle) => {
      const page = api.FPDF_LoadPage(handle, 0);
      return [0, 1, 2].map((at) => {
        const annotation = api.FPDFPage_GetAnnot(page, at);
        const link = api.FPDFAnnot_GetLink(annotation);
        const action = api.FPDFLink_GetAction(link);
        const place = api.FPDFLink_GetDest(handle, link) || (action ? api.FPDFAction_GetDest(handle, action) : 0);
        return place ? api.FPDFDest_GetDestPageIndex(handle, place) : -1;
      });
    });
    expect(targets).toEqual([1, -1, 1]);
    expect(pdfium.open(second).pageCount).toBe(2);
  });

  it('have the same bytes each time', async () => {
    const ranges = [{ from: 1, to: 3 }];
    const [one = ''] = (await takeRanges(await written(LINKED), ranges, scratch.dir)).files;
    const before = await readFile(one);
    const [two = ''] = (await takeRanges(await written(LINKED), ranges, scratch.dir)).files;
    expect((await readFile(two)).equals(before)).toBe(true);
  });

  it('are taken from a PDF that forbids changes without a password', async () => {
    const made = await PDFDocument.create();
    made.addPage([300, 200]);
    made.addPage([300, 200]).drawText('second', { x: 20, y: 100 });
    made.encrypt({ ownerPassword: 'owner', userPassword: '', permissions: { modifying: false } });
    const file = await written(await made.save({ useObjectStreams: false }));
    const [taken = ''] = (await takeRanges(file, [{ from: 2, to: 2 }], scratch.dir)).files;
    expect((await startPdfium({ names: false })).open(taken).text(0, 300, 200).text).toBe('second');
  });
});

describe('a PDF that cannot be split is refused with a sentence:', () => {
  it('one that needs a password', async () => {
    await expect(proposeSplit(await written(await makeProtectedPdf()), [])).rejects.toMatchObject({
      reason: 'protected',
      message: 'This PDF is protected with a password. Enter the password first, then split the document.',
    });
    const taking = takeRanges(await written(await makeProtectedPdf()), [{ from: 1, to: 1 }], scratch.dir);
    await expect(taking).rejects.toMatchObject({ reason: 'protected' });
  });

  it('one with too many pages', async () => {
    const file = await written(LINKED);
    await expect(split({ kind: 'propose', file, known: [], maxPages: 3 })).rejects.toMatchObject({
      reason: 'too_many_pages',
      message: 'This PDF has 4 pages; at most 3 can be split. Divide it in another program and upload the parts.',
    });
  });

  it('one that is damaged', async () => {
    const file = await written(Buffer.from('%PDF-1.7\nnothing of a file\n'));
    await expect(proposeSplit(file, [])).rejects.toMatchObject({ reason: 'damaged_file' });
    await expect(takeRanges(file, [{ from: 1, to: 1 }], scratch.dir)).rejects.toMatchObject({ reason: 'damaged_file' });
  });

  it('one whose documents are too large together', async () => {
    const task = { kind: 'take' as const, file: await written(LINKED), folder: scratch.dir, maxBytes: 100 };
    await expect(split({ ...task, ranges: [{ from: 1, to: 4 }] })).rejects.toMatchObject({ reason: 'file_too_large' });
  });
});

it('reads an outline that is cyclic, and labels that lie', async () => {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>';
  const cyclic = pdfOf([
    '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/PageLabels<</Nums[0<</S/D>>1<</S/D>>2<</S/D>>]>>>>',
    '<</Type/Pages/Count 3/Kids[3 0 R 4 0 R 5 0 R]>>',
    ...[page, page, page],
    '<</First 7 0 R/Last 8 0 R>>',
    '<</Title(One)/Dest[3 0 R/Fit]/Next 8 0 R/Parent 6 0 R>>',
    '<</Title(Two)/Dest[5 0 R/Fit]/Next 7 0 R/First 6 0 R/Parent 6 0 R>>',
  ]);
  const { documents } = await proposeSplit(await written(cyclic), []);
  expect(documents.map(({ from, to }) => [from, to])).toEqual([
    [1, 2],
    [3, 3],
  ]);
});
