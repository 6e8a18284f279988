/** Facts from the names of a document, shown until the page itself is read. */
import { documentNameReadings, type FactReading } from '@symbio/page-engine/reading';
import { isPageKind, sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { DocumentRow, PageRow, StoredTitleBlock } from '../model.js';
import { areSameReadings, blockOf, columnsOf, withReadings } from './block.js';

export type NamedDocument = Pick<
  DocumentRow,
  'category' | 'classification' | 'fileName' | 'title' | 'pdfTitle' | 'pdfSubject' | 'totalPages'
>;

/** Kind of the page, else the one that the document probably has. */
function kindFor({ category, classification }: NamedDocument, pageType: PageRow['pageType']) {
  if (pageType === 'text' || isPageKind(pageType)) return pageType;
  return sheetKindOf(category) ?? sheetKindOf(classification?.suggestedCategory ?? category) ?? 'other';
}

function readingsOfNames(document: NamedDocument, pageType: PageRow['pageType']): FactReading[] {
  const { fileName, title, pdfTitle, pdfSubject, totalPages } = document;
  const names = { fileName, title, totalPages, ...(pdfTitle && { pdfTitle }), ...(pdfSubject && { pdfSubject }) };
  return documentNameReadings(names, kindFor(document, pageType));
}

/** Readings of the page with those that only the names have. */
function completedByNames(
  readings: readonly FactReading[],
  document: NamedDocument,
  pageType: PageRow['pageType'],
): FactReading[] {
  const isKnown = (one: FactReading): boolean =>
    readings.some(({ fact, source, detail }) => fact === one.fact && source === one.source && detail === one.detail);
  // a page that was read had its names considered: a clear year excludes them
  const hasYear = readings.some(({ fact }) => fact === 'year');
  const more = readingsOfNames(document, pageType).filter((one) => !isKnown(one) && !(one.fact === 'year' && hasYear));
  return [...readings, ...more];
}

/** Undefined if nothing changes. A blank page that was read keeps no facts of names. */
export function namesChange(
  page: PageRow,
  document: NamedDocument,
  now: Date,
): ({ titleBlock: StoredTitleBlock } & ReturnType<typeof columnsOf>) | undefined {
  if (page.analyzed && page.wordsDigest === '' && page.pageType !== 'aerial_photo') return undefined;
  const before = blockOf(page);
  const readings = completedByNames(before.readings, document, page.pageType);
  if (areSameReadings(readings, before.readings)) return undefined;
  const titleBlock = withReadings(before, { readings }, now);
  return { titleBlock, ...columnsOf(titleBlock) };
}
