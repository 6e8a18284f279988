import type { PageKind } from '@symbio/proto/document/vocabulary';
import type { FileNames } from '../pdf/file-names.js';
import type { PageText } from '../pdf/page.js';

/** Value and its confidence, 0 to 1. */
export interface Guess<T> {
  value: T;
  confidence: number;
}

/** DATA-09 defines the three sheet kinds; `text` and `other` are accompanying pages. */
export type PageType = PageKind | 'text' | 'other';

export interface PageEvidence extends PageText {
  /** Category of the document (DATA-05), from the classifier or a user. */
  category: string;
  /** Picture size in pixels, the space of word boxes. */
  width: number;
  height: number;
  dpi: number;
  /** Share of the page covered by pictures, 0 to 1; 1 for a single picture. */
  pictureShare: number;
  names?: FileNames;
}
