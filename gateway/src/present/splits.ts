import type { DocumentSplitJson } from '@symbio/api';
import type { DocumentSplit } from '@symbio/proto/document';
import { isDocumentCategory } from '@symbio/proto/document/vocabulary';
import { moment } from './json.js';

export const presentSplit = (split: DocumentSplit): DocumentSplitJson => ({
  id: split.id,
  document_id: split.documentId,
  project_id: split.projectId,
  status: split.status,
  page_count: split.pageCount,
  documents: split.documents.map((document) => ({
    from_page: document.fromPage,
    to_page: document.toPage,
    category: isDocumentCategory(document.category) ? document.category : null,
    title: document.title,
    is_titled: document.isTitled,
    years: document.years,
    no_coverage_years: document.noCoverageYears,
    confidence: document.confidence,
    why: document.why,
    year: document.year || null,
    address: document.address || null,
    document_id: document.documentId || null,
  })),
  proposed_by_name: split.proposedByName,
  proposed_at: moment(split.proposedAt),
  confirmed_by_name: split.confirmedByName || null,
  confirmed_at: moment(split.confirmedAt),
  undo_until: moment(split.undoUntil),
  revision: split.revision,
});
