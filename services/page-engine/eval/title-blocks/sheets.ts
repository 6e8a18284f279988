import type { SheetFact } from '@symbio/proto/document/vocabulary';

export interface TitleSheet {
  file: string;
  page: number;
  /** Correct values. North: degrees clockwise from the top, estimated at the arrow. */
  truth: Partial<Record<SheetFact, string>>;
  printed: readonly SheetFact[];
}

/**
 * Each picture is half of an atlas sheet: only the right half has sheet number and city; a left half's sheet follows
 * from neighbour numbers at its edges. `City`: Brooklyn and Queens print it above the number; on Queens the part of the
 * borough is beside the number, larger.
 */
export const SHEETS: readonly TitleSheet[] = [
  {
    file: 'sanborn-brooklyn-1887.pdf',
    page: 1,
    truth: { year: '1887', sheet_number: '60', city: 'Brooklyn', scale: '1 in = 60 ft' },
    printed: ['sheet_number', 'city', 'scale'],
  },
  {
    file: 'sanborn-brooklyn-1887.pdf',
    page: 2,
    truth: { year: '1887', sheet_number: '63', city: 'Brooklyn', scale: '1 in = 60 ft', north: '300' },
    printed: ['scale'],
  },
  {
    file: 'sanborn-brooklyn-1887.pdf',
    page: 3,
    truth: { year: '1887', sheet_number: '63', city: 'Brooklyn', scale: '1 in = 60 ft' },
    printed: ['sheet_number', 'city'],
  },
  {
    file: 'sanborn-brooklyn-1887.pdf',
    page: 4,
    truth: { year: '1887', sheet_number: '64', city: 'Brooklyn', scale: '1 in = 60 ft', north: '295' },
    printed: [],
  },
  {
    file: 'sanborn-manhattan-1896.pdf',
    page: 1,
    truth: { year: '1896', sheet_number: '168', city: 'Manhattan' },
    printed: ['year'],
  },
  {
    file: 'sanborn-manhattan-1896.pdf',
    page: 2,
    truth: { year: '1896', sheet_number: '169', city: 'Manhattan', north: '340' },
    printed: ['sheet_number'],
  },
  {
    file: 'sanborn-manhattan-1896.pdf',
    page: 3,
    truth: { year: '1896', sheet_number: '170', city: 'Manhattan' },
    printed: ['sheet_number'],
  },
  {
    file: 'sanborn-manhattan-1896.pdf',
    page: 4,
    truth: { year: '1896', city: 'Manhattan', north: '65' },
    printed: ['year'],
  },
  {
    file: 'sanborn-queens-1901.pdf',
    page: 1,
    truth: { year: '1901', sheet_number: '68', volume: '4', city: 'Queens', scale: '1 in = 60 ft', north: '300' },
    printed: ['sheet_number', 'volume', 'city', 'scale'],
  },
  {
    file: 'sanborn-queens-1901.pdf',
    page: 2,
    truth: { year: '1901', sheet_number: '83', volume: '4', city: 'Queens', scale: '1 in = 120 ft', north: '290' },
    printed: ['sheet_number', 'volume', 'city', 'scale'],
  },
  {
    file: 'sanborn-queens-1901.pdf',
    page: 3,
    truth: { year: '1901', sheet_number: '110', volume: '4', city: 'Queens', scale: '1 in = 60 ft', north: '350' },
    printed: ['sheet_number', 'volume', 'city', 'scale'],
  },
];
