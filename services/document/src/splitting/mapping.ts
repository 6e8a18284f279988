import { yearsWithin } from '@symbio/splitter';
import type { DocumentSplit } from '@symbio/proto/document';
import type { SplitRow } from './model.js';
import { undoUntil } from './splits.js';

export const toSplit = (row: SplitRow): DocumentSplit => ({
  id: row._id,
  documentId: row.documentId,
  projectId: row.projectId,
  status: row.status,
  pageCount: row.pageCount,
  documents: row.ranges.map(({ from, to, category = '', title, confidence, why, documentId = '', ...given }) => ({
    ...{ fromPage: from, toPage: to, category, title, confidence, why, documentId },
    ...{ year: given.year ?? 0, address: given.address ?? '', isTitled: given.isTitled ?? false },
    ...yearsWithin(row.years, from, to),
  })),
  proposedByName: row.byName,
  proposedAt: row.at,
  confirmedByName: row.confirmedByName ?? '',
  confirmedAt: row.confirmedAt,
  undoUntil: undoUntil(row),
  revision: row.revision ?? 0,
});
