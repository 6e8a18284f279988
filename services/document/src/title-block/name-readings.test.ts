import { newPageRow } from '../documents/new-page-row.js';
import type { PageRow } from '../model.js';
import { columnsOf, blockOf, withReadings } from './block.js';
import { namesChange, type NamedDocument } from './name-readings.js';

const NOW = new Date('2026-11-27T10:00:00Z');
const named = (changes: Partial<NamedDocument> = {}): NamedDocument => ({
  category: 'sanborn_maps',
  classification: undefined,
  fileName: 'Brooklyn 1905 vol 3.pdf',
  title: 'Map',
  totalPages: 0,
  ...changes,
});
const place = { documentId: 'd', projectId: 'p', pageNumber: 1 };
const yearOf = ({ year, yearSource }: Pick<PageRow, 'year' | 'yearSource'>) => [year, yearSource];

describe('the year in the names of a document (DATA-09)', () => {
  it('is that of a new page, marked as such, until its title block is read', () => {
    const page = newPageRow(place, named(), NOW);
    expect(yearOf(page)).toEqual([1905, 'file_name']);
    const readings = [
      { fact: 'year', value: '1908', source: 'lettering', detail: 'copyright', confidence: 0.9 },
    ] as const;
    expect(yearOf(columnsOf(withReadings(blockOf(page), { readings: [...readings] }, NOW)))).toEqual([
      1908,
      'copyright',
    ]);
  });

  it('is also taken from the properties of the PDF, and from names of unclassified documents', () => {
    const unnamed = { category: 'other', fileName: 'scan.pdf' } as const;
    expect(yearOf(newPageRow(place, named({ ...unnamed, pdfTitle: 'Brooklyn, 1887' }), NOW))).toEqual([
      1887,
      'pdf_title',
    ]);
    expect(yearOf(newPageRow(place, named({ ...unnamed, pdfSubject: 'Edition of 1896' }), NOW))).toEqual([
      1896,
      'pdf_subject',
    ]);
    expect(yearOf(newPageRow(place, named({ ...unnamed, fileName: 'wharf-1931.pdf' }), NOW))).toEqual([
      1931,
      'file_name',
    ]);
    expect(newPageRow(place, named({ ...unnamed }), NOW)).not.toHaveProperty('titleBlock');
  });

  it('does not replace a year that was read, and is none of a blank page or a page of text', () => {
    const page = newPageRow(place, named({ fileName: 'scan.pdf' }), NOW);
    const read = { ...page, year: 1908, yearSource: 'copyright' as const, yearConfidence: 0.9, analyzed: true };
    expect(namesChange({ ...read, wordsDigest: 'x' }, named(), NOW)?.year ?? 1908).toBe(1908);
    expect(namesChange({ ...page, analyzed: true }, named(), NOW)).toBeUndefined();
    expect(namesChange({ ...page, pageType: 'text' }, named(), NOW)).toBeUndefined();
  });
});
