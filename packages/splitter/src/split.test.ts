import { splitPackage, yearsWithin, type PackagePage, type VendorFile } from './index.js';

const LETTER = { width: 612, height: 792, dpi: 72 };

/** Rows of text from the top, or in the footer. */
function page(
  rows: readonly { text: string; size?: number; footer?: boolean }[],
  more: Partial<PackagePage> = {},
): PackagePage {
  const words = rows.flatMap(({ text, size = 9, footer }, row) =>
    text.split(' ').map((each, at) => ({
      text: each,
      x: 60 + at * size * 4,
      y: footer ? 760 : 100 + row * size * 2,
      width: size * 3,
      height: size * 0.72,
    })),
  );
  return { ...LETTER, words, fonts: ['Helvetica'], pictureShare: 0, ...more };
}

const cover = (title: string) => page([{ text: title, size: 24 }, { text: '214 Locust Street' }]);
const numbered = (number: number, text = 'map findings of the site', more?: Partial<PackagePage>) =>
  page([{ text }, { text: `Radius Report Page ${number}`, footer: true }], more);
const plain = (count: number, more?: Partial<PackagePage>) =>
  Array.from({ length: count }, () =>
    page([{ text: 'the quick brown fox jumps over the lazy dog again and again' }], more),
  );
const split = (pages: readonly PackagePage[], outline: VendorFile['outline'] = []) =>
  splitPackage({ pages, outline }).documents;
const ranges = (documents: ReturnType<typeof split>) => documents.map(({ from, to, kind }) => [from, to, kind]);

describe('the documents of a package', () => {
  it('begin at covers, which name their kind', () => {
    const found = split([
      cover('Radius Report'),
      ...[1, 2, 3, 4].map((number) => numbered(number)),
      cover('City Directory Report'),
      page([{ text: 'LOCUST ST 1920 Source: Polk Directory', size: 12 }]),
      page([{ text: 'LOCUST ST 1931 Source: Polk Directory', size: 12 }]),
    ]);
    expect(ranges(found)).toEqual([
      [1, 5, 'regulatory_database'],
      [6, 8, 'city_directories'],
    ]);
    expect(found[1]?.years).toEqual([1920, 1931]);
    expect(found[1]?.why).toContain('cover');
    expect(found[1]?.confidence).toBeGreaterThan(0.9);
  });

  it('begin where page numbers start again, other fonts are used and the footer changes', () => {
    const other = (number: number) =>
      page([{ text: 'of the same subject' }, { text: `Vapor Encroachment Screen Page ${number}`, footer: true }], {
        fonts: ['Times-Roman'],
      });
    const [, second] = split([numbered(1), numbered(2), numbered(3), other(1), other(2)]);
    expect(second).toMatchObject({ from: 4, to: 5 });
    expect(second?.why).toEqual(expect.arrayContaining(['page_number', 'running_text', 'fonts']));
  });

  it('do not begin at a sheet between numbered pages', () => {
    const sheet = page([], { pictureShare: 0.9, fonts: [] });
    expect(split([numbered(1), numbered(2), sheet, numbered(4), numbered(5)])).toHaveLength(1);
  });

  it('begin at entries of the outline on the top level only', () => {
    const outline = [
      { title: 'One', page: 1, level: 1 },
      { title: 'Part', page: 3, level: 2 },
      { title: 'Two', page: 5, level: 1 },
    ];
    const found = split(plain(8), outline);
    expect(found.map(({ from }) => from)).toEqual([1, 5]);
    expect(found[1]?.why).toEqual(['outline']);
  });

  it('are not cut by labels alone, which may lie', () => {
    expect(split(plain(6).map((each) => ({ ...each, label: '1' })))).toHaveLength(1);
    const alternating = plain(6).map((each, index) => ({ ...each, label: String((index % 2) + 1) }));
    expect(split(alternating)).toHaveLength(1);
  });

  it('begin and end where scans do', () => {
    const scans = plain(3, { pictureShare: 1, fonts: [] });
    expect(split([...plain(4), ...scans, ...plain(4)]).map(({ from }) => from)).toEqual([1, 5, 8]);
  });

  const lettering = [{ text: '12 Locust Street gas works' }, { text: 'scale of feet', footer: true }];
  it.each([
    ['without text', page([], { width: 600, pictureShare: 1, fonts: [] })],
    ['with a text layer', page(lettering, { width: 600, pictureShare: 1, fonts: ['Lettering'] })],
  ])('have scanned sheets %s after the cover of maps and its notes', (_, sheet) => {
    const sheets = (count: number) => Array.from({ length: count }, () => sheet);
    const notes = page([{ text: 'disclaimer and copyright' }, { text: 'Fire Insurance Page 1', footer: true }]);
    const maps = [cover('Certified Fire Insurance Map Report'), notes];
    const liens = [cover('Environmental Lien and AUL Search'), numbered(1, 'grantor and grantee')];
    for (const count of [1, 3, 14])
      expect(ranges(split([...maps, ...sheets(count), ...liens]))).toEqual([
        [1, 2 + count, 'sanborn_maps'],
        [3 + count, 4 + count, 'title_record'],
      ]);
    const none = page([{ text: 'UNMAPPED PROPERTY', size: 26 }, { text: 'no coverage of the property' }]);
    expect(split([...maps, none, ...sheets(3)]).map(({ from }) => from)).toEqual([1, 4]);
    expect(split([...liens, ...sheets(3)]).map(({ from }) => from)).toEqual([1, 3]);
  });

  it('list years without coverage apart from years of sheets', () => {
    const sheet = (year: number) =>
      page([{ text: `${year} Certified Map` }], { pictureShare: 0.9, kind: 'sanborn_map', year });
    const [found] = split([
      cover('Certified Fire Insurance Map Report'),
      sheet(1894),
      page([{ text: 'UNMAPPED PROPERTY', size: 26 }, { text: '1901: no coverage of the property' }]),
      sheet(1915),
    ]);
    expect(found).toMatchObject({ kind: 'sanborn_maps', years: [1894, 1915], noCoverageYears: [1901] });
  });

  it('have the years of their own pages, wherever they are cut', () => {
    const years = [
      { page: 2, year: 1894, isCovered: true },
      { page: 3, year: 1901, isCovered: false },
      { page: 4, year: 1894, isCovered: true },
    ];
    expect(yearsWithin(years, 2, 4)).toEqual({ years: [1894], noCoverageYears: [1901] });
    expect(yearsWithin(years, 3, 3)).toEqual({ years: [], noCoverageYears: [1901] });
  });

  it('are unknown where no rule fits', () => {
    const text = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ');
    expect(ranges(split([page([{ text }]), page([{ text }])]))).toEqual([[1, 2, 'unknown']]);
  });

  it('have one page each in a pile of covers', () => {
    const titles = ['Radius Report', 'Aerial Photograph Package', 'City Directory Report'];
    const found = split(Array.from({ length: 300 }, (_, index) => cover(titles[index % 3] ?? '')));
    expect(found).toHaveLength(300);
  });

  it('have all pages, whatever the pages are', () => {
    expect(split([])).toEqual([]);
    expect(ranges(split([page([])]))).toEqual([[1, 1, expect.any(String)]]);
    const found = split([...plain(3), page([], { pictureShare: 1, fonts: [] }), cover('Radius Report')]);
    expect(found[0]?.from).toBe(1);
    expect(found.at(-1)?.to).toBe(5);
    found.slice(1).forEach(({ from }, index) => expect(from).toBe((found[index]?.to ?? 0) + 1));
  });
});
