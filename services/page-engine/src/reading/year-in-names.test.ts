import { namedYear } from './year-in-names.js';

const NOW = 2025;
const yearOf = (fileName: string, type: Parameters<typeof namedYear>[1] = 'sanborn_map', title = fileName) =>
  namedYear({ fileName, title }, type, NOW);

describe("the year in a document's name (DATA-09)", () => {
  it.each([
    ['sanborn-manhattan-1896.pdf', 'sanborn_map', 1896],
    ['Sanborn 1926 vol 3 (scanned 2007).pdf', 'sanborn_map', 1926],
    ['2024-06-12 Sanborn Millbrook 1911.pdf', 'sanborn_map', 1911],
    ['USGS 1953, photorevised 1968.pdf', 'topographic_map', 1953],
    ['topo_1953_pr_1968.pdf', 'topographic_map', 1953],
    ['NAIP2012.pdf', 'aerial_photo', 2012],
    ['aerial 1954-06-12.pdf', 'aerial_photo', 1954],
  ] as const)('of %s is taken for its sheets', (name, type, year) => {
    expect(yearOf(name, type)).toMatchObject({ value: year, source: 'file_name' });
  });

  it('is sought in the title if the file name has none', () => {
    expect(yearOf('scan0001.pdf', 'sanborn_map', 'Sanborn, Brooklyn 1887')).toMatchObject({
      value: 1887,
      source: 'title',
    });
  });

  it.each([
    ['says nothing with several editions', 'sanborn 1887-1905-1926.pdf', 'sanborn_map'],
    ['is no year of a sheet when only the copy is dated', 'EDR 2019 Sanborn.pdf', 'sanborn_map'],
    ['is none that such sheets cannot have', 'sanborn 1812.pdf', 'sanborn_map'],
    ['is none that is still to come', 'aerial 2031.pdf', 'aerial_photo'],
    ['is no part of a number', 'order 118960.pdf', 'sanborn_map'],
    ['does not date the letters around the sheets', 'sanborn-manhattan-1896.pdf', 'text'],
  ] as const)('%s', (_, name, type) => {
    expect(yearOf(name, type)).toBeUndefined();
  });

  it.each([
    ['no sheet number', 'Sanborn sheet 1905.pdf'],
    ['no page', 'Sanborn p. 1905.pdf'],
  ])('is %s', (_, name) => {
    expect(yearOf(name)).toBeUndefined();
  });
});

describe('the year in names of pages (DATA-09)', () => {
  const NAMES = { fileName: 'sanborn-1887.pdf', title: 'Sanborn' };
  const called = (
    names: Partial<Parameters<typeof namedYear>[0]>,
    type: Parameters<typeof namedYear>[1] = 'sanborn_map',
  ) => namedYear({ ...NAMES, ...names }, type, NOW);

  it('is that of the bookmark of the page before any name of the document', () => {
    expect(called({ bookmark: 'Sheet 12, 1905', sections: ['Edition of 1926'] })).toEqual({
      value: 1905,
      source: 'bookmark',
      confidence: 0.65,
    });
  });

  it('is that of the innermost outline section that has one, with less confidence', () => {
    expect(called({ bookmark: 'Sheet 12', sections: ['Volume 3', 'Edition of 1926'] })).toEqual({
      value: 1926,
      source: 'section',
      confidence: 0.55,
    });
  });

  it('is that of a page label which is more than a count of pages', () => {
    expect(called({ label: 'Sanborn 1905-12' })).toMatchObject({ value: 1905, source: 'page_label' });
    expect(called({ label: '1905-12' })).toMatchObject({ value: 1905, source: 'page_label' });
    for (const label of ['P-1898', '1898', 'Page 1898', 'A1898'])
      expect(called({ label })).toMatchObject({ value: 1887, source: 'file_name' });
  });

  it("is that of the file's properties only where nobody named the document so, and least surely", () => {
    const scan = { fileName: 'scan0001.pdf', title: 'scan0001' };
    expect(called({ pdfTitle: 'Sanborn, 1905' })).toMatchObject({ value: 1887, source: 'file_name' });
    expect(called({ ...scan, pdfTitle: 'Sanborn, 1905', pdfSubject: '1911' })).toEqual({
      value: 1905,
      source: 'pdf_title',
      confidence: 0.45,
    });
    expect(called({ ...scan, pdfSubject: 'Fire insurance maps of 1911' })).toEqual({
      value: 1911,
      source: 'pdf_subject',
      confidence: 0.4,
    });
    expect(called({ ...scan, pdfTitle: 'Scanned 1998 for EDR 2004' })).toBeUndefined();
  });

  it('is unknown when the name nearest to the page has several', () => {
    expect(called({ bookmark: 'Sheets of 1905 and 1911' })).toBeUndefined();
    expect(called({ sections: ['Editions 1887-1911'] })).toBeUndefined();
  });

  it('does not date the letters and reports of such a file', () => {
    expect(called({ bookmark: 'Cover letter 1997' }, 'text')).toBeUndefined();
  });
});
