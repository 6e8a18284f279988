import { namedYear } from './named-year.js';

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

  it('is looked for in the title when the file name has none', () => {
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
});
