import { MAX_SEARCH } from '@symbio/proto/limits';
import { api, type Page } from '../http/api.js';
import { operation } from '../http/operation.js';

export interface ProjectChoice {
  id: string;
  number: string;
  title: string;
}

const PROJECTS_OFFERED = 20;

const projectSearchApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchProjects: build.query<ProjectChoice[], string>({
      query: (search) =>
        operation('GET', '/api/public/projects', {
          query: { search: search.slice(0, MAX_SEARCH), per_page: PROJECTS_OFFERED },
        }),
      transformResponse: (answer: Page<ProjectChoice>) => answer.data,
      providesTags: ['Project'],
    }),
  }),
});

export const { useSearchProjectsQuery } = projectSearchApi;
