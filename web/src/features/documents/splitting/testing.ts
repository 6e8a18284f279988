import type { DocumentSplit } from './splits-api.js';
import type { SplitPart } from './cuts.js';
import { project } from '../../../testing/fixtures.js';

export const splitPart = (from: number, to: number, more: Partial<SplitPart> = {}): SplitPart => ({
  ...{ from_page: from, to_page: to, category: null, title: `Document, pages ${from}–${to}`, is_titled: false },
  ...{ years: [], no_coverage_years: [], confidence: 0.9, why: [], year: null, address: null, document_id: null },
  ...more,
});

/** Proposed for document `d1`. */
export const splitOf = (documents: SplitPart[], more: Partial<DocumentSplit> = {}): DocumentSplit => ({
  ...{ id: 's1', document_id: 'd1', project_id: project.id, status: 'proposed', documents },
  page_count: documents.at(-1)?.to_page ?? 0,
  ...{ proposed_by_name: 'Ana Silva', proposed_at: '2026-01-02T12:00:00.000Z' },
  ...{ confirmed_by_name: null, confirmed_at: null, undo_until: null, revision: 0 },
  ...more,
});
