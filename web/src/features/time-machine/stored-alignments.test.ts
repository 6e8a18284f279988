import type { DocumentPage } from '../../evidence/page-records.js';
import type { StoredAlignment } from './alignments-api.js';
import { feetToInch, fitOf, fitText, offersFor, storedOf } from './stored-alignments.js';
import type { TimeSheet } from './time-sheet.js';

const sheet = (id: string, document_id: string, more: object = {}): TimeSheet => ({
  page: { id, document_id, page_number: 1, dpi: 300, metadata: {}, ...more } as unknown as DocumentPage,
  sheet: { key: id, size: { width: 1000, height: 800 } } as TimeSheet['sheet'],
  documentTitle: document_id,
  year: null,
  label: id,
  subtitle: `Sheet ${id}`,
});
const stored = (first: string, second: string, more: Partial<StoredAlignment> = {}): StoredAlignment => ({
  id: `${first}-${second}`,
  first_page_id: first,
  second_page_id: second,
  pairs: [
    { from_x: 0, from_y: 0, to_x: 10, to_y: 20 },
    { from_x: 100, from_y: 0, to_x: 210, to_y: 20 },
  ],
  base: null,
  residual_px: null,
  by_name: 'Erin Editor',
  updated_at: '2026-11-20T10:00:00.000Z',
  ...more,
});

describe('an alignment that is stored', () => {
  it('applies in both directions', () => {
    const forth = storedOf([stored('x', 'y'), stored('a', 'b')], { first: 'a', second: 'b' });
    expect(forth?.pairs[1]).toEqual({ from: { x: 100, y: 0 }, to: { x: 210, y: 20 } });
    const back = storedOf([stored('a', 'b')], { first: 'b', second: 'a' });
    expect(back).toMatchObject({ byName: 'Erin Editor' });
    expect(back?.pairs[1]).toEqual({ from: { x: 210, y: 20 }, to: { x: 100, y: 0 } });
    expect(storedOf([stored('a', 'b')], { first: 'a', second: 'c' })).toBeNull();
  });

  it('of other sheets of the two volumes offers rotation and scale, in either direction', () => {
    const sheets = [sheet('1', 'old'), sheet('2', 'old'), sheet('3', 'new'), sheet('4', 'new')];
    const [one, two, three, four] = sheets as [TimeSheet, TimeSheet, TimeSheet, TimeSheet];
    const rows = [stored('3', '1'), stored('2', '4'), stored('2', '9'), stored('2', '3', { pairs: [] })];
    const offers = offersFor(rows, sheets, one, four);
    expect(offers.map(({ id, text }) => [id, text])).toEqual([
      ['3-1', 'Sheet 1 and Sheet 3'],
      ['2-4', 'Sheet 2 and Sheet 4'],
    ]);
    expect(offers[0]?.base.re).toBeCloseTo(0.5, 9);
    expect(offers[1]?.base).toMatchObject({ re: 2, im: 0, x: 10, y: 20 });
    expect(offersFor(rows, sheets, two, four).map(({ id }) => id)).toEqual(['3-1']);
    expect(offersFor(rows, sheets, three, one).map(({ id }) => id)).toEqual(['2-4']);
    // a single pair of these sheets determines only the translation
    const fit = fitOf(
      { pairs: [{ from: { x: 0, y: 0 }, to: { x: 7, y: 8 } }], base: offers[1]?.base ?? null },
      one.sheet.size,
      four.sheet.size,
    );
    expect(fit).toEqual({ re: 2, im: 0, x: 7, y: 8 });
  });
});

describe('the quality of a fit', () => {
  const pair = (x: number, y: number, apart = 0) => ({ from: { x, y }, to: { x, y: y + apart } });
  const three = [pair(0, 0), pair(200, 0), pair(100, 300, 9)];
  const second = sheet('b', 'new', { title_block: { scale: { value: '1 in = 50 ft' } } });
  const said = (pairs: ReturnType<typeof pair>[], other = sheet('b', 'new')) => {
    const alignment = { pairs, base: null };
    return fitText(alignment, other, fitOf(alignment, other.sheet.size, other.sheet.size));
  };

  it('is in feet if the second sheet has a scale, else in pixels, and absent for two points', () => {
    expect(said([])).toBe('Not aligned.');
    expect(said([pair(0, 0)])).toBe('1 place: moved, not rotated or scaled.');
    expect(said([pair(0, 0), pair(9, 0)])).toBe('2 places. Add a third one to see how well they fit.');
    expect(said([pair(0, 0), pair(9, 0), pair(0, 9)])).toBe('3 places, exact.');
    const px = Number(/, ([\d.]+) px apart on average\.$/.exec(said(three))?.[1]);
    const feet = Number(/, ([\d.]+) ft apart on average\.$/.exec(said(three, second))?.[1]);
    expect(px).toBeGreaterThan(1);
    // 50 feet to an inch of 300 pixels
    expect(feet).toBeCloseTo(px / 6, 0);
  });

  it.each([
    ['1 in = 50 ft', 50],
    ['1 in = 1,000 ft', 1000],
    ['1:24,000', 2000],
    ['about 1 in 50', null],
    [undefined, null],
  ])('reads the scale %s', (scale, feet) => {
    expect(feetToInch(scale)).toBe(feet);
  });
});
