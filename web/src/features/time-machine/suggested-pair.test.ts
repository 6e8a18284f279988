import type { DocumentPage } from '../../evidence/page-records.js';
import { alignedPair, suggestedPair, partnerOf } from './suggested-pair.js';
import type { TimeSheet } from './time-sheet.js';

interface Said {
  year?: number;
  title?: string;
  city?: string;
  number?: string;
  volume?: string;
  kind?: string | null;
}

const sheet = (id: string, { year, title = 'Maps', city, number, volume, kind = 'sanborn_map' }: Said): TimeSheet => ({
  page: {
    id,
    page_number: 1,
    metadata: { page_type: kind },
    title_block: {
      ...(city && { city: { value: city } }),
      ...(number && { sheet_number: { value: number } }),
      ...(volume && { volume: { value: volume } }),
    },
  } as DocumentPage,
  sheet: { key: id } as TimeSheet['sheet'],
  documentTitle: title,
  year: year ?? null,
  label: id,
  subtitle: '',
});
const ids = (pair: readonly TimeSheet[] | null) => pair?.map(({ page }) => page.id);

describe('the initial pair of sheets', () => {
  it('has the same city and sheet number, whatever the order', () => {
    const sheets = [
      sheet('far', { year: 1887, city: 'Queens', number: '4' }),
      sheet('a', { year: 1896, city: 'Brooklyn', number: '12' }),
      sheet('next', { year: 1896, city: 'Brooklyn', number: '13' }),
      sheet('b', { year: 1906, city: 'BROOKLYN', number: '12' }),
      sheet('late', { year: 1951, city: 'Albany', number: '12' }),
    ];
    expect(ids(suggestedPair(sheets))).toEqual(['a', 'b']);
  });

  it('has document names with the same place, if nothing was recognized', () => {
    const sheets = [
      sheet('oldest', { year: 1880, title: 'Sanborn Buffalo 1880' }),
      sheet('a', { year: 1896, title: 'Sanborn_Newtown-Creek_1896' }),
      sheet('b', { year: 1921, title: 'newtown creek 1921 (scan)' }),
    ];
    expect(ids(suggestedPair(sheets))).toEqual(['a', 'b']);
  });

  it('has two years rather than two neighbours of one year, of the same volume if possible', () => {
    const real = [
      sheet('brooklyn 1887', { year: 1887, title: 'Sanborn Brooklyn Eastern District', volume: '4' }),
      sheet('60', { year: 1896, title: 'Sanborn Manhattan Eastern District vol 3', number: '60', volume: '3' }),
      sheet('61', { year: 1896, title: 'Sanborn Manhattan Eastern District vol 3', number: '61', volume: '3' }),
      sheet('vol 3 of 1911', { year: 1911, title: 'Sanborn 1911', volume: '3' }),
    ];
    expect(ids(suggestedPair(real))).toEqual(['60', 'vol 3 of 1911']);
    expect(partnerOf(real[1]!, real)).toBe(real[3]);
    // a city that differs shows no change of the same place
    const elsewhere = [
      sheet('a', { year: 1896, city: 'Brooklyn' }),
      sheet('b', { year: 1896, city: 'Brooklyn' }),
      sheet('far', { year: 1911, city: 'Albany' }),
    ];
    expect(ids(suggestedPair(elsewhere))).toEqual(['a', 'b']);
  });

  it('is an aligned one of two years, the older first', () => {
    const sheets = [1887, 1896, 1896].map((year, index) => sheet(`s${index}`, { year }));
    const between = (first: number, second: number) => ({
      first_page_id: `s${first}`,
      second_page_id: `s${second}`,
    });
    expect(ids(alignedPair([between(1, 2), between(0, 9), between(2, 0), between(0, 1)], sheets))).toEqual([
      's0',
      's2',
    ]);
    expect(alignedPair([between(1, 2)], sheets)).toBeNull();
  });

  it('is of one kind rather than two', () => {
    const sheets = [
      sheet('topo', { year: 1880, kind: 'topographic_map' }),
      sheet('a', { year: 1896 }),
      sheet('b', { year: 1921 }),
    ];
    expect(ids(suggestedPair(sheets))).toEqual(['a', 'b']);
  });

  it('is the furthest apart in years among equals', () => {
    const sheets = [1887, 1896, 1906, 1921].map((year) => sheet(String(year), { year }));
    expect(ids(suggestedPair(sheets))).toEqual(['1887', '1921']);
  });

  it('never pairs a page of unknown kind with a map while there are two maps', () => {
    const form = sheet('form', { year: 1850, kind: null, city: 'Brooklyn', number: '12' });
    const maps = [1887, 1896].map((year) => sheet(String(year), { year, city: 'Brooklyn' }));
    expect(ids(suggestedPair([form, ...maps]))).toEqual(['1887', '1896']);
    expect(partnerOf(maps[0]!, [form, ...maps])).toBe(maps[1]);
    // an explicitly requested form is paired with a map
    expect(partnerOf(form, [form, ...maps])?.page.metadata?.page_type).toBe('sanborn_map');
    expect(ids(suggestedPair([form, maps[0]!]))).toEqual(['form', '1887']);
  });

  it('is none with a single sheet', () => {
    expect(suggestedPair([sheet('only', {})])).toBeNull();
    expect(partnerOf(sheet('only', {}), [])).toBeUndefined();
  });
});
