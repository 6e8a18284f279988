import type { DocumentPage } from '../../evidence/page-records.js';
import { sheetName, type TimeSheet } from './time-sheet.js';
import { chosen, inOrder } from './time-sheets.js';

const sheet = (id: string, year: number | null, documentTitle = 'Sanborn', page_number = 1): TimeSheet => ({
  page: { id, page_number } as DocumentPage,
  sheet: { key: id } as TimeSheet['sheet'],
  documentTitle,
  year,
  label: id,
  subtitle: '',
});
const ids = (sheets: readonly TimeSheet[] | null) => sheets?.map(({ page }) => page.id);

const [b1896, a1921, c1921, undated] = [
  sheet('b1896', 1896, 'Sanborn B'),
  sheet('a1921', 1921, 'Sanborn A'),
  sheet('c1921', 1921, 'Sanborn A', 2),
  sheet('undated', null),
] as const;
const all = inOrder([undated, c1921, b1896, a1921]);

describe('The sheets of the time machine', () => {
  it('are in the order of years, then of documents and pages, those without a year last', () => {
    expect(ids(all)).toEqual(['b1896', 'a1921', 'c1921', 'undated']);
  });

  it.each([
    ['the two furthest apart in years when nothing is asked for', null, null, ['b1896', 'a1921']],
    ['what is asked for', 'a1921', 'undated', ['a1921', 'undated']],
    ['the oldest as partner of the newest', 'c1921', null, ['c1921', 'b1896']],
    ['a newer one as partner of the oldest', null, 'b1896', ['a1921', 'b1896']],
    ['the oldest for a sheet that is gone', 'gone', 'a1921', ['b1896', 'a1921']],
    ['the same sheet twice when that is asked for', 'a1921', 'a1921', ['a1921', 'a1921']],
  ])('show %s', (_, first, second, expected) => {
    expect(ids(chosen(all, first, second))).toEqual(expected);
  });

  it('may all be without a year, or be one or none', () => {
    const two = [sheet('x', null, 'A'), sheet('y', null, 'B')];
    expect(ids(chosen(two, null, null))).toEqual(['x', 'y']);
    expect(ids(chosen([two[0]!], null, null))).toEqual(['x', 'x']);
    expect(chosen([], null, null)).toBeNull();
  });
});

it('sheets of the same year have distinct names', () => {
  const [one, other] = ['Sheet 12 · Page 3', 'Page 4'].map((subtitle) => ({ ...sheet('Year 1896', 1896), subtitle }));
  expect([one, other].map((each) => each && sheetName(each))).toEqual([
    'Year 1896, Sheet 12 · Page 3, Sanborn',
    'Year 1896, Page 4, Sanborn',
  ]);
});
