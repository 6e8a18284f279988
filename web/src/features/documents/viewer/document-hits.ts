import { useMemo } from 'react';
import type { HitBox } from '../../../evidence/page-search-api.js';
import { useSearchPagesQuery } from '../../../evidence/page-search-api.js';
import { isSearchable } from '../../../evidence/search-words.js';

/** Pages of one document that are marked in its list; the gateway's largest page of a list. */
const MOST_PAGES = 100;

const NONE: readonly HitBox[] = [];

export interface DocumentHits {
  /** null while nothing is looked for, or nothing is known yet. */
  pageIds: ReadonlySet<string> | null;
  count: number | null;
  /** Places of the words on a page; the same array until they change. */
  boxesOf(pageId: string | undefined): readonly HitBox[];
}

/** Where words stand in one document. */
export function useDocumentHits(document: { id: string; project_id: string }, words: string): DocumentHits {
  const { currentData } = useSearchPagesQuery(
    { projectId: document.project_id, documentId: document.id, words, page: 1, perPage: MOST_PAGES },
    { skip: !isSearchable(words) },
  );
  return useMemo(() => {
    const boxes = new Map(currentData?.data.map((hit) => [hit.page_id, hit.boxes]));
    return {
      // without any hit the list stays as it is
      pageIds: currentData && boxes.size > 0 ? new Set(boxes.keys()) : null,
      count: currentData?.count ?? null,
      boxesOf: (pageId) => (pageId === undefined ? NONE : (boxes.get(pageId) ?? NONE)),
    };
  }, [currentData]);
}
