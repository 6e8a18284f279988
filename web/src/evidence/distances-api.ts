import type { Distances } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';

export type { Distances };

const distancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDistances: build.query<Distances, string>({
      query: (projectId) => `/api/public/projects/${encodeURIComponent(projectId)}/distances`,
      transformResponse: (answer: Envelope<Distances>) => answer.data,
      providesTags: (_result, _error, id) => [{ type: 'Project', id }, 'Feature', 'Mention', 'Annotation'],
    }),
  }),
});

export const { useGetDistancesQuery } = distancesApi;
