import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeScratch, PAGES, pdfOf, pdfWithFiles, type Scratch } from '../testing/index.js';
import { lookBeside } from './look.js';

let scratch: Scratch;
beforeEach(async () => (scratch = await makeScratch()));
afterEach(() => scratch.remove());

async function written(pdf: Buffer): Promise<string> {
  const file = path.join(scratch.dir, 'sent.pdf');
  await writeFile(file, pdf);
  return file;
}

const looked = async (pdf: Buffer) => lookBeside({ kind: 'look', file: await written(pdf) });

async function taken(pdf: Buffer, index: number) {
  const to = path.join(scratch.dir, 'taken');
  const { name } = (await lookBeside({ kind: 'take', file: await written(pdf), index, to, maxBytes: 1_000 })) as {
    name: string;
  };
  return { name, content: await readFile(to) };
}

/** Objects 3 to 5 are pages; 6 is next. */
const withCatalog = (entries: string, ...more: string[]) =>
  pdfOf([`<</Type/Catalog/Pages 2 0 R${entries}>>`, ...PAGES, ...more]);

describe('content beside the pages (F9)', () => {
  it('names attached files and says what to do', async () => {
    const pdf = pdfWithFiles({ 'a.pdf': Buffer.from('%PDF-1.4'), 'b.pdf': Buffer.from('%PDF-1.5') }, '/Collection<<>>');
    expect(await looked(pdf)).toEqual({
      attached: ['a.pdf', 'b.pdf'],
      notices: [
        {
          code: 'attached_files',
          message:
            'This PDF holds 2 files (a.pdf, b.pdf) that are not shown: take them as documents, or upload them by themselves.',
        },
      ],
    });
  });

  it('finds files of annotations', async () => {
    const pdf = pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 4 0 R>>]>>',
      '<</Type/Filespec/F(note.pdf)/UF(note.pdf)/EF<</F 5 0 R>>>>',
      Buffer.from('<</Type/EmbeddedFile/Length 8>>\nstream\n%PDF-1.4\nendstream'),
    ]);
    expect(await looked(pdf)).toMatchObject({ attached: ['note.pdf'] });
    expect(await taken(pdf, 0)).toEqual({ name: 'note.pdf', content: Buffer.from('%PDF-1.4') });
  });

  it('announces files that no list names, but not an empty list', async () => {
    const associated = pdfOf([
      '<</Type/Catalog/Pages 2 0 R/AF[6 0 R]>>',
      ...PAGES,
      '<</Type/Filespec/F(data.csv)/EF<</F 7 0 R>>/AFRelationship/Data>>',
      Buffer.from('<</Type/EmbeddedFile/Length 3>>\nstream\na,b\nendstream'),
    ]);
    expect(await looked(associated)).toEqual({
      attached: [],
      notices: [{ code: 'unlisted_files', message: expect.stringContaining('save them with Adobe Acrobat') as string }],
    });
    expect(await looked(withCatalog('/Names<</EmbeddedFiles<</Names[]>>>>'))).toEqual({ attached: [], notices: [] });
  });

  it('tells a dynamic form from a static one', async () => {
    const dynamic = withCatalog('/AcroForm<</Fields[]/XFA(x)>>');
    const rendered = withCatalog('/NeedsRendering true/AcroForm<</Fields[6 0 R]/XFA(x)>>', '<</FT/Tx/T(a)>>');
    for (const pdf of [dynamic, rendered]) {
      const { notices } = (await looked(pdf)) as { notices: { code: string; message: string }[] };
      expect(notices.map(({ code }) => code)).toEqual(['dynamic_form']);
      expect(notices[0]?.message).toContain('print it to PDF first');
    }
    const pages = PAGES.map((page, index) =>
      index === 1 ? page.replace('>>', '/Annots[<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]>>]>>') : page,
    );
    const fixed = pdfOf(['<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[]/XFA(x)>>>>', ...pages]);
    expect(await looked(fixed)).toEqual({ attached: [], notices: [] });
  });

  it('announces pages that only scripts fill', async () => {
    const scripted = withCatalog('/OpenAction<</S/JavaScript/JS(app.alert)>>');
    expect(await looked(scripted)).toMatchObject({ notices: [{ code: 'script_pages' }] });
    expect(await looked(withCatalog(''))).toEqual({ attached: [], notices: [] });
  });

  it('says nothing of a file that cannot be opened', async () => {
    expect(await looked(Buffer.from('%PDF-1.7 broken'))).toEqual({ attached: [], notices: [] });
  });
});

describe('an attached file', () => {
  const pdf = pdfWithFiles({ 'a.pdf': Buffer.from('%PDF-1.4'), 'b.pdf': Buffer.alloc(2_000) });

  it('is taken out with its name', async () => {
    expect(await taken(pdf, 0)).toEqual({ name: 'a.pdf', content: Buffer.from('%PDF-1.4') });
  });

  it('is refused with a sentence if too large or missing', async () => {
    await expect(taken(pdf, 1)).rejects.toMatchObject({ reason: 'file_too_large' });
    await expect(taken(pdf, 2)).rejects.toMatchObject({ reason: 'not_attached' });
  });
});
