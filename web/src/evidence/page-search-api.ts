import type { MatchKind } from '@symbio/proto/document/vocabulary';
import { api } from '../lib/api.js';
import type { Page } from '../lib/api.js';
import type { RectangleCoordinates } from './annotation-records.js';
import type { TileSource } from './page-records.js';

/** A word on a page, in image pixels. */
export interface HitBox extends RectangleCoordinates {
  text: string;
}

/** How a word of a page is what was looked for. */
export type { MatchKind } from '@symbio/proto/document/vocabulary';

/** A place on a page where something stands that was looked for, in image pixels. */
export interface HitPlace extends RectangleCoordinates {
  /** as it was read */
  text: string;
  match: MatchKind;
  /** 0 to 1 */
  confidence: number;
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
  /** null where the page has no picture */
  tile_source: TileSource | null;
  /** the words around the first hit */
  snippet: string;
  /** the snippet, cut where what was looked for begins and ends */
  snippet_parts: { text: string; is_hit: boolean }[];
  boxes: HitBox[];
  /** how the least fitting of the words was found at its best */
  match: MatchKind;
  /** in reading order */
  places: HitPlace[];
}

/** The gateway's largest page of a list (CONST-05). */
export const MOST_HITS = 100;
/** Pages of one document that are stepped through: hits of more are more than anybody goes through. */
const MOST_PAGES = 1_000;

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
        url: addressOf(projectId),
        params: { q: words, document_id: documentId, page, per_page: perPage },
      }),
      // what pages say changes while they are read in the background
      providesTags: ['DocumentPage'],
      keepUnusedDataFor: 30,
    }),
    /** All pages of a document that hold the words, in their order. */
    searchDocument: build.query<PageHit[], Omit<PageSearch, 'page' | 'perPage'>>({
      queryFn: async ({ projectId, words, documentId }, _store, _options, ask) => {
        const found: PageHit[] = [];
        for (let page = 1; found.length < MOST_PAGES; page++) {
          const answer = await ask({
            url: addressOf(projectId),
            params: { q: words, document_id: documentId, sort: 'page', page, per_page: MOST_HITS },
          });
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

const addressOf = (projectId: string): string => `/api/projects/${encodeURIComponent(projectId)}/page-search`;

export const { useSearchPagesQuery, useSearchDocumentQuery } = pageSearchApi;
