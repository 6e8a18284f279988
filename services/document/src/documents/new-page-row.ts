import { newId } from '@symbio/runtime';
import type { DocumentRow, PageRow } from '../model.js';
import { columnsOf } from '../title-block/block.js';
import { withSaidYear } from '../title-block/said-year.js';
import { namesChange, type NamedDocument } from '../title-block/name-readings.js';

/** With the facts that the document's names have. */
export function newPageRow(
  place: Pick<PageRow, 'documentId' | 'projectId' | 'pageNumber'>,
  document: NamedDocument & Pick<DocumentRow, 'said'>,
  now: Date,
): PageRow {
  const empty = emptyPageRow(place, now);
  const page = { ...empty, ...namesChange(empty, document, now) };
  const titleBlock = withSaidYear(page, document.said, now);
  return titleBlock ? { ...page, titleBlock, ...columnsOf(titleBlock) } : page;
}

const emptyPageRow = (place: Pick<PageRow, 'documentId' | 'projectId' | 'pageNumber'>, now: Date): PageRow => ({
  _id: newId(),
  rev: 1,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  outbox: [],
  ...place,
  status: 'pending',
  error: '',
  imagePath: '',
  thumbnailPath: '',
  contentHash: '',
  tileFormat: '',
  width: 0,
  height: 0,
  dpi: 0,
  analyzed: false,
  pageType: '',
  pageTypeConfidence: 0,
  yearConfidence: 0,
  mapScaleConfidence: 0,
  yearSource: '',
  pageTitleConfidence: 0,
  pageTitleSource: '',
  textSource: '',
  wordsDigest: '',
  analyzedBy: '',
  preview: false,
  madeBy: '',
  audited: false,
});
