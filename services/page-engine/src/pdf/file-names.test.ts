import { jest } from '@jest/globals';
import { startPdfium } from './pdfium.js';
import { HOSTILE_NAMES, SMALL_NAMES_LIMITS } from '../testing/hostile-names.js';
import { pdfOf, PAGES } from '../testing/plain-pdf.js';
import { makeScratch, type Scratch } from '../testing/scratch.js';
import { asName, namesOfPage, pageTitleOf, type FileNames } from './file-names.js';

// reads megabytes up to a module's limits
jest.setTimeout(120_000);

const marks = (...list: readonly [title: string, page: number, depth: number][]) =>
  list.map(([title, page, depth]) => ({ title, page, depth }));

describe('the names of a page in its document (DATA-09)', () => {
  const ATLAS = marks(
    ['Edition of 1905', 0, 0],
    ['Sheet 1', 0, 1],
    ['Sheet 2', 1, 1],
    ['Edition of 1926', 3, 0],
    ['Sheet 1', 3, 1],
  );

  it('are the innermost bookmark that leads to it and its parents in the outline', () => {
    expect(namesOfPage(0, ATLAS, {})).toEqual({ bookmark: 'Sheet 1', sections: ['Edition of 1905'] });
    expect(namesOfPage(1, ATLAS, {})).toEqual({ bookmark: 'Sheet 2', sections: ['Edition of 1905'] });
    expect(namesOfPage(4, ATLAS, {})).toEqual({ sections: ['Sheet 1', 'Edition of 1926'] });
  });

  it('have no parents in an outline out of page order: that is an index', () => {
    const index = marks(['Avenue A', 5, 0], ['Avenue B', 2, 0], ['Canal Street', 7, 0]);
    expect(namesOfPage(6, index, {})).toEqual({});
    expect(namesOfPage(2, index, {})).toEqual({ bookmark: 'Avenue B' });
  });

  it.each(['Untitled', 'untitled', 'Microsoft Word - letter 1987.doc', 'scan 1998.tif', '---'])(
    'have no generated title "%s"',
    (title) => {
      expect(namesOfPage(0, [], { title })).toEqual({});
    },
  );

  it('have no label that equals the page number', () => {
    for (const label of ['1', 'iv', 'A', '- 3 -']) expect(namesOfPage(0, [], { label })).toEqual({});
    expect(namesOfPage(0, [], { label: 'Plate 3' })).toEqual({ label: 'Plate 3' });
  });

  it('keep a number other than the page’s, as in atlases numbered by sheet', () => {
    expect(namesOfPage(0, [], { label: '60' })).toEqual({ labelNumber: '60' });
    expect(namesOfPage(59, [], { label: '60' })).toEqual({});
  });

  it('are one line of at most 200 characters', () => {
    expect(asName(' Sheet\r\n\u0000 12\t')).toBe('Sheet 12');
    expect(asName('x'.repeat(5_000))).toHaveLength(200);
  });
});

describe("a page's title", () => {
  it.each<[string, FileNames, ReturnType<typeof pageTitleOf>]>([
    [
      'its bookmark',
      { bookmark: 'Sheet 12', label: 'S-12' },
      { value: 'Sheet 12', source: 'bookmark', confidence: 0.9 },
    ],
    ['its label, less surely', { label: 'S-12' }, { value: 'S-12', source: 'page_label', confidence: 0.6 }],
    ['not that of its part of the outline', { sections: ['Volume 3'], title: 'Atlas' }, undefined],
  ])('is %s', (_, names, title) => {
    expect(pageTitleOf(names)).toEqual(title);
  });
});

const unicode = (text: string): string => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;

describe('a PDF with names for its pages (DATA-09)', () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch();
  });
  afterAll(() => scratch.remove());

  async function namesIn(file: Buffer): Promise<FileNames[]> {
    const document = (await startPdfium()).open(await scratch.file('named.pdf', file));
    try {
      return Array.from({ length: document.pageCount }, (_, index) => document.names(index));
    } finally {
      document.close();
    }
  }

  it('has its outline, also with actions, its labels and its properties, but not its dates', async () => {
    const file = pdfOf(
      [
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/PageLabels<</Nums[0<</S/D>>1<</P(1905-)/S/D/St 7>>]>>>>',
        ...PAGES,
        '<</Type/Outlines/First 7 0 R/Last 9 0 R/Count 2>>',
        '<</Title(Edition of 1905)/Parent 6 0 R/Next 9 0 R/First 8 0 R/Last 8 0 R/Dest[3 0 R/Fit]>>',
        `<</Title${unicode('Sheet 7 – Köln St.')}/Parent 7 0 R/Dest[4 0 R/Fit]>>`,
        '<</Title(Edition of 1926)/Parent 6 0 R/Prev 7 0 R/A<</S/GoTo/D[5 0 R/Fit]>>>>',
      ],
      '/Title(Sanborn Maps)/Subject(Brooklyn)/CreationDate(D:19980612)/ModDate(D:20040101)',
    );
    const whole = { title: 'Sanborn Maps', subject: 'Brooklyn' };
    expect(await namesIn(file)).toEqual([
      { bookmark: 'Edition of 1905', ...whole },
      { bookmark: 'Sheet 7 – Köln St.', sections: ['Edition of 1905'], label: '1905-7', ...whole },
      { bookmark: 'Edition of 1926', label: '1905-8', ...whole },
    ]);
  });

  it('ends with a cyclic outline', async () => {
    const file = pdfOf(
      [
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
        ...PAGES,
        '<</Type/Outlines/First 7 0 R/Last 8 0 R/Count 2>>',
        '<</Title(One)/Parent 6 0 R/Next 8 0 R/First 7 0 R/Last 7 0 R/Dest[3 0 R/Fit]>>',
        '<</Title(Two)/Parent 6 0 R/Next 7 0 R/First 6 0 R/Last 6 0 R/Dest[4 0 R/Fit]>>',
      ],
      '',
    );
    const names = await namesIn(file);
    expect(names[0]).toMatchObject({ bookmark: 'One' });
    expect(names).toHaveLength(3);
  });

  it('has no names if none are given, or none leads anywhere', async () => {
    const file = pdfOf(
      [
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
        ...PAGES,
        '<</Type/Outlines/First 7 0 R/Last 7 0 R/Count 1>>',
        '<</Title(The web)/Parent 6 0 R/A<</S/URI/URI(https://maps.test/1905)>>>>',
      ],
      '',
    );
    expect(await namesIn(file)).toEqual([{}, {}, {}]);
  });
});

describe('a PDF with hostile names (DATA-09, DOC-34)', () => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await makeScratch();
  });
  afterAll(() => scratch.remove());

  it.each(HOSTILE_NAMES)('with $name loses its names at most, and reports why', async ({ make, names, lost }) => {
    const pdfium = await startPdfium({ names: SMALL_NAMES_LIMITS });
    const document = pdfium.open(await scratch.file('hostile.pdf', make()));
    const before = pdfium.memoryBytes;
    const told: string[] = [];
    const read = [0, 1, 2].map((index) => document.names(index, (why) => told.push(why)));
    expect(read[0]).toEqual(names);
    expect(told).toEqual(lost ? [expect.stringMatching(lost)] : []);
    // the rendering module neither failed nor grew
    expect(document.outline(2)).toMatchObject({ widthPt: 200, heightPt: 200 });
    expect(document.text(0, 200, 200)).toEqual({ text: '', words: [], pictures: [] });
    expect(pdfium.memoryBytes).toBe(before);
    document.close();
  });
});
