import type { LienSearch } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';

export type { LienSearch };
export type LienSearchValues = Pick<
  LienSearch,
  'searched_by' | 'date' | 'from' | 'to' | 'ordered_by' | 'result' | 'text' | 'document_id'
>;

const URL = '/api/public/lien-searches';
const at = (id: string): string => `${URL}/${encodeURIComponent(id)}`;
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const lienSearchesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listLienSearches: build.query<LienSearch[], string>({
      query: (projectId) => ({ url: URL, params: { project_id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<LienSearch[]>,
      providesTags: ['Project'],
    }),
    createLienSearch: build.mutation<LienSearch, { projectId: string; id: string; values: LienSearchValues }>({
      query: ({ projectId, id, values }) => ({
        url: URL,
        method: 'POST',
        body: { id, project_id: projectId, ...values },
      }),
      transformResponse: dataOf<LienSearch>,
      invalidatesTags: (_search, error) => (error ? [] : ['Project']),
    }),
    updateLienSearch: build.mutation<LienSearch, { id: string; values: LienSearchValues; updatedAt: string | null }>({
      query: ({ id, values, updatedAt }) => ({
        url: at(id),
        method: 'PUT',
        body: { ...values, ...(updatedAt !== null && { updated_at: updatedAt }) },
      }),
      transformResponse: dataOf<LienSearch>,
      invalidatesTags: ['Project'],
    }),
    deleteLienSearch: build.mutation<void, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
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
