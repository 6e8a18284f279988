import type { PageHit } from '@symbio/client/app';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';
import type { Page } from '../lib/http/api.js';

export type { HitPlace, PageHit, WordBox as HitBox } from '@symbio/client/app';
export type { MatchKind } from '@symbio/proto/document/vocabulary';

/** Gateway's limit (CONST-05). */
export const MAX_HITS = 100;
const MAX_PAGES = 1_000;

export interface PageSearch {
  projectId: string;
  /** Words, prefixes, "quoted phrases". */
  words: string;
  documentId?: string;
  page: number;
  perPage: number;
}

export const pageSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPages: build.query<Page<PageHit>, PageSearch>({
      query: ({ projectId, words, documentId, page, perPage }) =>
        operation('GET', '/api/projects/{id}/page-search', {
          path: { id: projectId },
          query: { q: words, document_id: documentId, page, per_page: perPage },
        }),
      // page text changes during background processing
      providesTags: ['DocumentPage'],
      keepUnusedDataFor: 30,
    }),
    /** In order. */
    searchDocument: build.query<PageHit[], Omit<PageSearch, 'page' | 'perPage'>>({
      queryFn: async ({ projectId, words, documentId }, _store, _options, ask) => {
        const found: PageHit[] = [];
        for (let page = 1; found.length < MAX_PAGES; page++) {
          const answer = await ask(
            operation('GET', '/api/projects/{id}/page-search', {
              path: { id: projectId },
              query: { q: words, document_id: documentId, sort: 'page', page, per_page: MAX_HITS },
            }),
          );
          if (answer.error) return { error: answer.error };
          const { data, count } = answer.data as Page<PageHit>;
          found.push(...data);
          if (data.length === 0 || found.length >= count) break;
        }
        return { data: found };
      },
      providesTags: ['DocumentPage'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchPagesQuery, useSearchDocumentQuery } = pageSearchApi;
