import { api } from '../lib/api.js';
import type { Page } from '../lib/api.js';
import type { RectangleCoordinates } from './annotation-records.js';

/** A word on a page, in image pixels. */
export interface HitBox extends RectangleCoordinates {
  text: string;
}

/** A page that holds all words of a query. */
export interface PageHit {
  document_id: string;
  document_title: string;
  page_id: string;
  page_number: number;
  /** as the page is called in its document (VIEW-09 to VIEW-12) */
  label: string;
  thumbnail_url: string | null;
  /** the words around the first hit */
  snippet: string;
  boxes: HitBox[];
}

export interface PageSearch {
  projectId: string;
  /** Words, beginnings of words, "phrases in quotes". */
  words: string;
  /** Only pages of this document. */
  documentId?: string;
  page: number;
  perPage: number;
}

export const pageSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchPages: build.query<Page<PageHit>, PageSearch>({
      query: ({ projectId, words, documentId, page, perPage }) => ({
        url: `/api/projects/${encodeURIComponent(projectId)}/page-search`,
        params: { q: words, document_id: documentId, page, per_page: perPage },
      }),
      // what pages say changes while they are read in the background
      providesTags: ['DocumentPage'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchPagesQuery } = pageSearchApi;
