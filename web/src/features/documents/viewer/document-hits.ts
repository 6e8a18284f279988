import { useMemo } from 'react';
import type { HitBox, HitPlace, PageHit } from '../../../evidence/page-search-api.js';
import { useSearchDocumentQuery } from '../../../evidence/page-search-api.js';
import { isSearchable } from '../../../evidence/search-words.js';

const NONE: readonly HitBox[] = [];

export interface DocumentPlace {
  pageId: string;
  pageNumber: number;
  /** Stable identity until the hits change. */
  place: HitPlace;
}

export interface DocumentHits {
  /** Null without a search or before results. */
  pageIds: ReadonlySet<string> | null;
  count: number | null;
  places: readonly DocumentPlace[];
  failure: { error: unknown; onRetry: () => void } | null;
  /** Stable identity until they change. */
  boxesOf(pageId: string | undefined): readonly HitBox[];
}

export function useDocumentHits(document: { id: string; project_id: string }, words: string): DocumentHits {
  const { currentData, error, refetch } = useSearchDocumentQuery(
    { projectId: document.project_id, documentId: document.id, words },
    { skip: !isSearchable(words) },
  );
  return useMemo(() => {
    const boxes = new Map(currentData?.map((hit) => [hit.page_id, hit.boxes]));
    return {
      // without hits the list is not filtered
      pageIds: currentData && boxes.size > 0 ? new Set(boxes.keys()) : null,
      count: currentData?.length ?? null,
      places: placesOf(currentData ?? []),
      // kept during a retry, so its button keeps focus
      failure: error && !currentData ? { error, onRetry: () => void refetch() } : null,
      boxesOf: (pageId) => (pageId === undefined ? NONE : (boxes.get(pageId) ?? NONE)),
    };
  }, [currentData, error, refetch]);
}

const placesOf = (hits: readonly PageHit[]): DocumentPlace[] =>
  hits.flatMap(({ page_id: pageId, page_number: pageNumber, places }) =>
    places.map((place) => ({ pageId, pageNumber, place })),
  );

/** Requested hit, else the first on the current page, else null. */
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

export function nextPlace(places: readonly DocumentPlace[], at: number | null, step: 1 | -1): number | null {
  if (places.length === 0) return null;
  if (at === null) return step > 0 ? 0 : places.length - 1;
  return (at + step + places.length) % places.length;
}
