import { api, type Envelope } from '../../lib/api.js';
import type { SiteVisit } from './visit-status.js';

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSiteVisits: build.query<SiteVisit[], string>({
      query: (projectId) => ({
        url: `/api/projects/${encodeURIComponent(projectId)}/site-visits`,
        params: { per_page: 100 },
      }),
      transformResponse: (answer: Envelope<SiteVisit[]>) => answer.data,
      providesTags: ['SiteVisit'],
    }),
  }),
});

export const { useListSiteVisitsQuery } = visitsApi;
