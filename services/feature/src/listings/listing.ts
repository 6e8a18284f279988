/** What is found in lists: the words that its parts share. */
import type { Box } from '../spotting/reading.js';
import type { YearText } from './years.js';

/** Where a year was found. */
export type YearSource = 'entry' | 'head' | 'page' | 'document';

/** A site that a line of a document names. */
export interface Listing {
  /** A value of the 44-value list. */
  landUse: string;
  /** The trade as it is meant: "DRY CLEANERS". */
  term: string;
  /** The line as it was read. */
  text: string;
  /** Who is listed; empty where nobody is. */
  name: string;
  /** "214 Main St", as it stands; undefined where none was read. */
  address: string | undefined;
  /** The year, and as it stands: "1931-32". */
  year: (YearText & { source: YearSource }) | undefined;
  /** The heading that it stands under, where that tells the trade. */
  heading: string | undefined;
  /** Around the line, in page pixels. */
  box: Box;
  /** 0 to 10, halves; how sure: see `listing-confidence.ts`. */
  confidence: number;
  score: number;
}

/** What is known of the page. */
export interface ListingPage {
  width: number;
  height: number;
  /** The page's year and its document's, where the page's words do not say. */
  year?: number | undefined;
  documentYear?: YearText | undefined;
  /** The last year there can be. */
  latest: number;
  /** Lists of people and businesses; else a letter or a table that may name tanks. */
  isDirectory: boolean;
}
