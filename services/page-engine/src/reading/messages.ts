import type { FailureReason } from '../children/failures.js';
import type { Look } from '../classification/look.js';
import type { Word } from '../pdf/page.js';
import type { PagePicture } from './audit.js';
import type { PageMetadata } from './page-metadata.js';

/** What a page says, without a picture of it. */
export interface ReadPage {
  /** From 1. */
  pageNumber: number;
  /** Points, after rotation. */
  widthPt: number;
  heightPt: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Size in pixels of the page's picture, made or to be made: the space of the words' boxes. */
  width: number;
  height: number;
  dpi: number;
  text: string;
  words: Word[];
  metadata: PageMetadata;
  /** Whether the picture that was to be compared shows what the page shows; absent when none was. */
  sameAsDrawn?: boolean;
}

/** Size of a picture that exists already. */
export interface PictureSize {
  width: number;
  height: number;
  dpi: number;
}

/** What the child gets. */
export interface ReadingTask {
  /** Absolute path of the PDF. */
  file: string;
  /** Category of the document (DATA-05). */
  category: string;
  /** From 1; the last one is the document's when that comes first. */
  firstPage: number;
  lastPage: number;
  /** Pages to leave out. */
  skip: number[];
  /** Only these pages; empty: all. */
  only: number[];
  maxPages: number;
  maxBytes: number;
  /** Pages whose picture exists, by number. */
  pictures: Record<number, PictureSize>;
  /** Pictures to compare with their pages, by page number. */
  compare: Record<number, PagePicture>;
  /** Look at the first page from afar, after the texts. */
  look: boolean;
}

export type ReadingMessage =
  | { type: 'opened'; pageCount: number }
  | { type: 'begun'; pageNumber: number }
  | { type: 'page'; page: ReadPage }
  | { type: 'unreadable'; pageNumber: number }
  | { type: 'look'; look: Look }
  | { type: 'failed'; reason: FailureReason; message: string; detail?: string }
  | { type: 'finished' };
