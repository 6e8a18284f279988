import type { Annotation } from '../../evidence/annotation-records.js';
import type { Proposal } from './proposal.js';

export interface ReviewFilters {
  /** A value of the land-use list; empty: all. */
  landUse: string;
  /** Empty: all sheets. */
  pageId: string;
  /** Empty: all documents. */
  documentId: string;
  /** Only those assigned to the reader. */
  isMine: boolean;
}

export const NO_FILTERS: ReviewFilters = { landUse: '', pageId: '', documentId: '', isMine: false };

export const isFiltered = ({ landUse, pageId, documentId, isMine }: ReviewFilters): boolean =>
  landUse !== '' || pageId !== '' || documentId !== '' || isMine;

const isOn = ({ document_page_id: page, document_id: document }: Annotation, filters: ReviewFilters): boolean =>
  (filters.pageId === '' || page === filters.pageId) && (filters.documentId === '' || document === filters.documentId);

export const filtered = (
  queue: readonly Proposal[],
  filters: ReviewFilters,
  /** User id of the reader. */
  myId?: string,
): readonly Proposal[] =>
  isFiltered(filters)
    ? queue.filter(
        ({ annotation, landUse, assigneeId }) =>
          isOn(annotation, filters) &&
          (!filters.isMine || (assigneeId !== null && assigneeId === myId)) &&
          (filters.landUse === '' || landUse === filters.landUse),
      )
    : queue;

export function usesOf(queue: readonly Proposal[]): [landUse: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { landUse } of queue) if (landUse !== null) counts.set(landUse, (counts.get(landUse) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
}
