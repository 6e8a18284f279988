import type { FailureReason } from '../children/failures.js';
import type { Appearance } from '../classification/appearance.js';
import type { PagePicture } from './audit.js';
import type { OwnText } from './own-text.js';
import type { PageMetadata } from './page-metadata.js';

export interface ReadPage extends OwnText {
  /** 1-based. */
  pageNumber: number;
  /** Points, after rotation. */
  widthPt: number;
  heightPt: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Size in pixels of the existing or future picture: the space of word boxes. */
  width: number;
  height: number;
  dpi: number;
  metadata: PageMetadata;
  /** Comparison result; absent if not requested. */
  matchesRendering?: boolean;
}

export interface PictureSize {
  width: number;
  height: number;
  dpi: number;
}

export interface ReadingTask {
  file: string;
  /** Category of the document (DATA-05). */
  category: string;
  /** 1-based; the last page is clipped to the document. */
  firstPage: number;
  lastPage: number;
  skip: number[];
  /** Only these pages; empty: all. */
  only: number[];
  maxPages: number;
  maxBytes: number;
  pictures: Record<number, PictureSize>;
  compare: Record<number, PagePicture>;
  /** Classify the first page visually, after the texts. */
  appearance: boolean;
}

export type ReadingMessage =
  | { type: 'opened'; pageCount: number }
  | { type: 'begun'; pageNumber: number }
  | { type: 'page'; page: ReadPage }
  | { type: 'unreadable'; pageNumber: number }
  | { type: 'appearance'; appearance: Appearance }
  | { type: 'failed'; reason: FailureReason; message: string; detail?: string }
  | { type: 'finished' };
