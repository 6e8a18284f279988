import { useMemo } from 'react';
import { useGetDocumentTitlesQuery } from '../../../evidence/document-titles-api.js';
import { nameText } from '../record-text.js';
import { useGetNewestSearchQuery, useListHitsQuery } from '../records-api.js';

const NONE: ReadonlyMap<string, string> = new Map();

/** Names of the newest search's records by id: `CORNER STATION (LUST)`. */
export function useRecordNames(projectId: string): ReadonlyMap<string, string> {
  const { data: search } = useGetNewestSearchQuery(projectId);
  const { data: hits } = useListHitsQuery({ projectId, searchId: search?.id ?? '' }, { skip: !search });
  return useMemo(() => (hits ? new Map(hits.map((hit) => [hit.id, `${nameText(hit)} (${hit.list})`])) : NONE), [hits]);
}

/** Titles of the project's documents by id. */
export function useDocumentNames(projectId: string): ReadonlyMap<string, string> {
  const { data: titles } = useGetDocumentTitlesQuery(projectId);
  return useMemo(() => (titles ? new Map(Object.entries(titles)) : NONE), [titles]);
}
