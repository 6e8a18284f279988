import { api, type Page } from '../../lib/api.js';
import type { Issue } from './issue-labels.js';

/** Issues on one page of the list; the specification names no number of its own, so it is that of the other lists (CONST-05). */
export const ISSUES_PER_PAGE = 20;

const issuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of issues by its number from 1, newest issue first (OP-36). */
    listIssues: build.query<Page<Issue>, number>({
      query: (page) => ({ url: '/api/public/issues', params: { page, per_page: ISSUES_PER_PAGE } }),
      providesTags: ['Issue'],
    }),
  }),
});

export const { useListIssuesQuery } = issuesApi;
