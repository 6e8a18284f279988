import type { ListedYearSource } from '@symbio/proto/feature/listed-year';
import type { Box } from '../spotting/reading.js';
import type { YearText } from './years.js';

/** Site named by a line of a document. */
export interface Listing {
  /** One of the 44 listed values. */
  landUse: string;
  /** Canonical trade: "DRY CLEANERS". */
  term: string;
  /** Line as read. */
  text: string;
  /** Listed name; empty if none. */
  name: string;
  /** "214 Main St", as printed; undefined if none was read. */
  address: string | undefined;
  /** Year, with its text as printed: "1931-32". */
  year: (YearText & { source: ListedYearSource }) | undefined;
  /** Heading above, if it determined the trade. */
  heading: string | undefined;
  /** Around the line, in page pixels. */
  box: Box;
  /** 0 to 10 in halves: see `listing-confidence.ts`. */
  confidence: number;
  score: number;
}

export interface ListingPage {
  width: number;
  height: number;
  /** Used if the text states none. */
  year?: number | undefined;
  documentYear?: YearText | undefined;
  /** Latest valid year. */
  latest: number;
  /** Directory of people and businesses; otherwise a letter or table that may name tanks. */
  isDirectory: boolean;
}
