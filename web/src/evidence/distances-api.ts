import type { Distances } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { Distances };

const distancesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDistances: build.query<Distances, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/distances', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Distances>) => answer.data,
      providesTags: (_result, _error, id) => [{ type: 'Project', id }, 'Feature', 'Mention', 'Annotation'],
    }),
  }),
});

export const { useGetDistancesQuery } = distancesApi;
