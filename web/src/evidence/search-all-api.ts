import { api } from '../lib/http/api.js';
import type { PageHit } from './page-search-api.js';

/** What one project has of the words. */
export interface ProjectFindings {
  project: { id: string; number: string; title: string; address: string };
  /** Pages with all words; `pages` are the best ones. */
  page_count: number;
  pages: PageHit[];
  documents: { id: string; title: string; file_name: string }[];
  features: { id: string; name: string; land_use: string[] }[];
}

export interface AllFindings {
  data: ProjectFindings[];
  page_count: number;
  /** More projects than returned. */
  has_more: boolean;
  /** A limit was reached: older projects may have more. */
  cut: boolean;
}

/** Gateway's limits. */
export const MAX_PROJECTS_FOUND = 50;

const searchAllApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAllProjects: build.query<AllFindings, { words: string; projects: number; pages: number }>({
      query: ({ words, projects, pages }) => ({ url: '/api/search', params: { q: words, projects, pages } }),
      // not of pages: background processing would search again and again
      providesTags: ['Project'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchAllProjectsQuery } = searchAllApi;
