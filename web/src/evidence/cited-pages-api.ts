import { useCallback, useEffect, useMemo } from 'react';
import type { DocumentPage } from './page-records.js';
import { renewalDelay } from './signed-urls.js';
import { api, type Envelope } from '../lib/http/api.js';
import { useApiDispatch } from '../lib/http/api-thunks.js';
import { useBatchedChanges, type BatchHandler } from '../lib/live/batched-changes.js';
import { operation } from '../lib/http/operation.js';

/** Milliseconds; a document in processing changes with each page. */
const BATCH_MS = 500;
const AFTER_READING_MS = 2_000;

const between = ' ';

export const citedPagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Without deleted documents. */
    getPagesOfDocuments: build.query<DocumentPage[], string>({
      async queryFn(ids, _api, _options, ask) {
        const answers = await Promise.all(
          ids.split(between).map(async (id) => ask(operation('GET', '/api/documents/{id}/pages', { path: { id } }))),
        );
        const failed = answers.find(({ error }) => error && error.status !== 404);
        if (failed?.error) return { error: failed.error };
        return { data: answers.flatMap(({ data }) => (data ? (data as Envelope<DocumentPage[]>).data : [])) };
      },
      // like sheets of the time machine not read again for each changed page of the project
      providesTags: [{ type: 'TimeSheets', id: 'cited' }],
    }),
  }),
});

const { useGetPagesOfDocumentsQuery } = citedPagesApi;

export interface CitedPages {
  /** By id; undefined while loading. */
  byId: ReadonlyMap<string, DocumentPage> | undefined;
  failure: { error: unknown; onRetry: () => void } | null;
}

/** Reads only the given documents, and those that change again. */
export function useCitedPages(documentIds: readonly string[]): CitedPages {
  const dispatch = useApiDispatch();
  const ids = documentIds.join(between);
  const { data, isError, error, refetch } = useGetPagesOfDocumentsQuery(ids, { skip: ids === '' });
  const begin = useCallback((): BatchHandler => {
    const cited = new Set(ids.split(between));
    return {
      accept: ({ entity, document_id: id }) => (entity === 'page' || entity === 'document') && cited.has(id ?? ''),
      apply: async (changes) => {
        const changed = new Set(changes.map(({ document_id: id }) => id ?? ''));
        const { getPagesOfDocuments } = citedPagesApi.endpoints;
        const reading = dispatch(
          getPagesOfDocuments.initiate([...changed].join(between), { subscribe: false, forceRefetch: true }),
        );
        const read = (await reading).data;
        if (read)
          dispatch(
            citedPagesApi.util.updateQueryData('getPagesOfDocuments', ids, (pages) => [
              ...pages.filter(({ document_id: id }) => !changed.has(id)),
              ...read,
            ]),
          );
        return AFTER_READING_MS;
      },
    };
  }, [dispatch, ids]);
  useBatchedChanges(BATCH_MS, begin);
  useEffect(() => {
    if (!data || ids === '') return;
    const timer = setTimeout(() => void refetch(), renewalDelay(data, Date.now()));
    return () => clearTimeout(timer);
  }, [data, ids, refetch]);
  const byId = useMemo(() => {
    if (ids === '' || (isError && !data)) return new Map<string, DocumentPage>();
    return data && new Map(data.map((page) => [page.id, page]));
  }, [data, ids, isError]);
  return { byId, failure: isError && !data ? { error, onRetry: () => void refetch() } : null };
}
