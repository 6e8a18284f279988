/** What a reader sees in the title blocks of the corpus' sheets, and what is known of their volumes. */
import type { SheetFact } from '@symbio/proto/document/vocabulary';

export interface TitleSheet {
  file: string;
  page: number;
  /** What is right. North: degrees clockwise from the top of the picture, estimated at the arrow. */
  truth: Partial<Record<SheetFact, string>>;
  /** The facts of it that are printed on this picture in lettering that a person can read there. */
  printed: readonly SheetFact[];
}

/**
 * The pictures are single pages of atlases whose sheets go over two: the sheet's number and the city stand on the right half
 * alone. Which sheet a left half belongs to follows from its neighbours' numbers at the edges. `City`: Brooklyn and Queens
 * say it above the number; on the sheets of Queens the part of the borough stands beside the number, larger.
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
