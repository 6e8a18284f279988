import type { ProjectSite } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';

export type { ProjectSite } from '@symbio/client';

export const projectSitesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Every project that the person may see, newest first. */
    getProjectSites: build.query<ProjectSite[], void>({
      query: () => ({ url: '/api/public/project-sites', params: { per_page: 100 } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<ProjectSite[]>) => answer.data,
      providesTags: ['Project', 'Georeference'],
    }),
  }),
});

export const { useGetProjectSitesQuery } = projectSitesApi;
