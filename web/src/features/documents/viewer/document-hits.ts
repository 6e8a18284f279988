import { useMemo } from 'react';
import type { HitBox, HitPlace, PageHit } from '../../../evidence/page-search-api.js';
import { useSearchDocumentQuery } from '../../../evidence/page-search-api.js';
import { isSearchable } from '../../../evidence/search-words.js';

const NONE: readonly HitBox[] = [];

/** A place in a document where something stands that was looked for. */
export interface DocumentPlace {
  pageId: string;
  pageNumber: number;
  /** The same object until the hits change. */
  place: HitPlace;
}

export interface DocumentHits {
  /** null while nothing is looked for, or nothing is known yet. */
  pageIds: ReadonlySet<string> | null;
  /** Pages with hits; null while nothing is looked for or known. */
  count: number | null;
  /** In the order of the document. */
  places: readonly DocumentPlace[];
  /** Why it is not known where the words stand, and how to look again; null where looking did not fail. */
  failure: { error: unknown; onRetry: () => void } | null;
  /** Boxes of the words on a page; the same array until they change. */
  boxesOf(pageId: string | undefined): readonly HitBox[];
}

/** Where words stand in one document. */
export function useDocumentHits(document: { id: string; project_id: string }, words: string): DocumentHits {
  const { currentData, error, refetch } = useSearchDocumentQuery(
    { projectId: document.project_id, documentId: document.id, words },
    { skip: !isSearchable(words) },
  );
  return useMemo(() => {
    const boxes = new Map(currentData?.map((hit) => [hit.page_id, hit.boxes]));
    return {
      // without any hit the list stays as it is
      pageIds: currentData && boxes.size > 0 ? new Set(boxes.keys()) : null,
      count: currentData?.length ?? null,
      places: placesOf(currentData ?? []),
      // while it is looked for again, too: the button that does so keeps the focus
      failure: error && !currentData ? { error, onRetry: () => void refetch() } : null,
      boxesOf: (pageId) => (pageId === undefined ? NONE : (boxes.get(pageId) ?? NONE)),
    };
  }, [currentData, error, refetch]);
}

const placesOf = (hits: readonly PageHit[]): DocumentPlace[] =>
  hits.flatMap(({ page_id: pageId, page_number: pageNumber, places }) =>
    places.map((place) => ({ pageId, pageNumber, place })),
  );

/**
 * Which place one is at: the one that was stepped to, else the first on the page that is shown, else none.
 * @param asked its number from 1, as the address has it
 * @returns its index
 */
export function placeAt(
  places: readonly DocumentPlace[],
  asked: string | null,
  pageId: string | undefined,
): number | null {
  const number = Number(asked);
  if (places[number - 1]?.pageId === pageId && pageId !== undefined) return number - 1;
  const first = places.findIndex((place) => place.pageId === pageId);
  return first < 0 ? null : first;
}

/** The place after or before one, around the end. */
export function nextPlace(places: readonly DocumentPlace[], at: number | null, step: 1 | -1): number | null {
  if (places.length === 0) return null;
  if (at === null) return step > 0 ? 0 : places.length - 1;
  return (at + step + places.length) % places.length;
}
