import type { PackagePage, PackageSplit } from '@symbio/splitter';

/** Results of an earlier reading of a page; its words only if the file itself may have none. */
export interface KnownPage extends Partial<Pick<PackagePage, 'kind' | 'year'>> {
  /** From 1. */
  pageNumber: number;
  seen?: Pick<PackagePage, 'width' | 'height' | 'dpi' | 'words'>;
}

/** Page numbers from 1, inclusive. */
export interface PageRange {
  from: number;
  to: number;
}

export type SplittingTask =
  | { kind: 'propose'; file: string; known: readonly KnownPage[]; maxPages: number }
  /** `folder` is absolute. */
  | { kind: 'take'; file: string; ranges: readonly PageRange[]; folder: string; maxBytes: number };

export interface Proposal extends PackageSplit {
  pageCount: number;
}

/** Paths of PDFs, one per range. */
export interface TakenRanges {
  files: string[];
}
