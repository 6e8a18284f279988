import { MAX_SEARCH } from '@symbio/proto/limits';
import { api, type Page } from '../http/api.js';

export interface ProjectChoice {
  id: string;
  number: string;
  title: string;
}

const PROJECTS_OFFERED = 20;

const projectSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchProjects: build.query<ProjectChoice[], string>({
      query: (search) => ({
        url: '/api/public/projects',
        params: { search: search.slice(0, MAX_SEARCH), per_page: PROJECTS_OFFERED },
      }),
      transformResponse: (answer: Page<ProjectChoice>) => answer.data,
      providesTags: ['Project'],
    }),
  }),
});

export const { useSearchProjectsQuery } = projectSearchApi;
