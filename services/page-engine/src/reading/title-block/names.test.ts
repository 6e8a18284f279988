import { decideFacts } from './facts.js';
import { nameReadings, type SheetNames } from './names.js';

const facts = (names: Partial<SheetNames>) => {
  const found = decideFacts(nameReadings({ fileName: '', title: '', ...names }, 'sanborn_map'));
  return Object.fromEntries(Object.entries(found).map(([fact, { value, source }]) => [fact, `${value} (${source})`]));
};

describe('names about a sheet (DATA-09)', () => {
  it.each([
    ['sanborn-manhattan-1896.pdf', { city: 'Manhattan (file_name)' }],
    [
      'Sanborn Fire Insurance Map from Brooklyn, Kings County, New York. Vol. 2, 1887.pdf',
      { city: 'Brooklyn (file_name)', volume: '2 (file_name)' },
    ],
    ['EDR-7281932-Sanborn-Report.pdf', {}],
    ['scan 0012.pdf', {}],
    ['Far Rockaway fire insurance maps vol IV.pdf', { city: 'Far Rockaway (file_name)', volume: '4 (file_name)' }],
  ])('%s', (fileName, expected) => {
    expect(facts({ fileName })).toEqual(expected);
  });

  it('number a page by its own names; by the document’s only if it has one sheet', () => {
    expect(facts({ bookmark: 'Sheet 12A, Water Street' })).toEqual({ sheet_number: '12A (page_label)' });
    expect(facts({ label: 'Plate 4' })).toEqual({ sheet_number: '4 (page_label)' });
    expect(facts({ labelNumber: '60' })).toEqual({ sheet_number: '60 (page_label)' });
    expect(facts({ title: 'Sheet 12', totalPages: 40 })).toEqual({});
    expect(facts({ title: 'Sheet 12', totalPages: 1 })).toEqual({ sheet_number: '12 (document_information)' });
  });

  it('contain north if written', () => {
    expect(facts({ bookmark: 'Sheet 3 (north is left)' })).toMatchObject({ north: '270 (page_label)' });
    expect(facts({ bookmark: 'North 3rd Street' })).toEqual({});
  });
});
