import type { LienSearch } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { LienSearch };
export type LienSearchValues = Pick<
  LienSearch,
  'searched_by' | 'date' | 'from' | 'to' | 'ordered_by' | 'result' | 'text' | 'document_id'
>;
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const lienSearchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLienSearches: build.query<LienSearch[], string>({
      query: (projectId) => operation('GET', '/api/public/lien-searches', { query: { project_id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<LienSearch[]>,
      providesTags: ['Project'],
    }),
    createLienSearch: build.mutation<LienSearch, { projectId: string; id: string; values: LienSearchValues }>({
      query: ({ projectId, id, values }) =>
        operation('POST', '/api/public/lien-searches', { body: { id, project_id: projectId, ...values } }),
      transformResponse: dataOf<LienSearch>,
      invalidatesTags: (_search, error) => (error ? [] : ['Project']),
    }),
    updateLienSearch: build.mutation<LienSearch, { id: string; values: LienSearchValues; updatedAt: string | null }>({
      query: ({ id, values, updatedAt }) =>
        operation('PUT', '/api/public/lien-searches/{id}', {
          path: { id },
          body: { ...values, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: dataOf<LienSearch>,
      invalidatesTags: ['Project'],
    }),
    deleteLienSearch: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/lien-searches/{id}', { path: { id } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Project'],
    }),
  }),
});

export const {
  useListLienSearchesQuery,
  useCreateLienSearchMutation,
  useUpdateLienSearchMutation,
  useDeleteLienSearchMutation,
} = lienSearchesApi;
