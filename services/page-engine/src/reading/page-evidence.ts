/** What is known of a page before anything is guessed from it. */
import type { PageKind } from '@symbio/proto/document/vocabulary';
import type { FileNames } from '../pdf/file-names.js';
import type { PageText } from '../pdf/page.js';

/** A value read off a page and how sure we are of it, 0 to 1. */
export interface Guess<T> {
  value: T;
  confidence: number;
}

/** DATA-09 names the three kinds of sheets; `text` and `other` are the pages around them in the same files. */
export type PageType = PageKind | 'text' | 'other';

export interface PageEvidence extends PageText {
  /** Category of the document (DATA-05), which a classifier or a person has set. */
  category: string;
  /** Size of the page's picture in pixels, the space of the words' boxes. */
  width: number;
  height: number;
  dpi: number;
  /** Share of the page covered by pictures, 0 to 1; 1 for a page that is one picture. */
  pictureShare: number;
  names?: FileNames;
}
