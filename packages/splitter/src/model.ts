import type { DocumentCategory, PageKind } from '@symbio/proto/document/vocabulary';

/** Box in pixels of the page. */
export interface PageWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PackagePage {
  /** Pixels. */
  width: number;
  height: number;
  dpi: number;
  words: readonly PageWord[];
  /** Names of its fonts; empty if unknown. */
  fonts: readonly string[];
  /** Covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Sheet kind, as detected. */
  kind?: PageKind;
  /** Of its title block. */
  year?: number;
  /** Label of the page in the file. */
  label?: string;
}

export interface OutlineEntry {
  title: string;
  /** From 1. */
  page: number;
  /** 1 for the top level. */
  level: number;
}

export interface VendorFile {
  pages: readonly PackagePage[];
  outline: readonly OutlineEntry[];
}

/** `unknown`: none of the kinds that the rules know. */
export type DocumentKind = DocumentCategory | 'unknown';

/** Sign of a first page. */
export const REASONS = [
  'first_page',
  'cover',
  'outline',
  'label',
  'page_number',
  'running_text',
  'fonts',
  'scan',
  'page_size',
  'kind',
] as const;
export type Reason = (typeof REASONS)[number];

/** A year of a sheet or listing, or one for which a page says that nothing covers the property. */
export interface PageYear {
  /** From 1. */
  page: number;
  year: number;
  isCovered: boolean;
}

export interface PackageSplit {
  /** In order; together they have all pages. */
  documents: ProposedDocument[];
  years: PageYear[];
}

export interface ProposedDocument {
  /** Page numbers from 1, inclusive. */
  from: number;
  to: number;
  kind: DocumentKind;
  /** Years that its sheets or listings show, ascending. */
  years: number[];
  /** Years for which it says that nothing covers the property. */
  noCoverageYears: number[];
  /** That a document begins at `from`: 0 to 1. */
  confidence: number;
  why: Reason[];
}
