import type { ProjectSite } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { ProjectSite } from '@symbio/client';

export const projectSitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every project that the person may see, newest first. */
    getProjectSites: build.query<ProjectSite[], void>({
      query: () => operation('GET', '/api/public/project-sites', { query: { per_page: 100 } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<ProjectSite[]>) => answer.data,
      providesTags: ['Project', 'Georeference'],
    }),
  }),
});

export const { useGetProjectSitesQuery } = projectSitesApi;
