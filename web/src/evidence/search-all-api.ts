import type { AllFindings } from '@symbio/client/app';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { AllFindings, ProjectFindings } from '@symbio/client/app';

/** Gateway's limits. */
export const MAX_PROJECTS_FOUND = 50;

const searchAllApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchAllProjects: build.query<AllFindings, { words: string; projects: number; pages: number }>({
      query: ({ words, projects, pages }) => operation('GET', '/api/search', { query: { q: words, projects, pages } }),
      // not of pages: background processing would search again and again
      providesTags: ['Project'],
      keepUnusedDataFor: 30,
    }),
  }),
});

export const { useSearchAllProjectsQuery } = searchAllApi;
