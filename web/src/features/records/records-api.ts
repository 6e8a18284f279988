import type { RecordHit, RecordSearch, SearchDistances } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { RecordHit, RecordSearch, SearchDistances };
export type ListCount = RecordSearch['counts'][number];
export type SearchDistance = SearchDistances['distances'][number];
export type HitChange = 'appeared' | 'vanished';

export interface HitDetails extends RecordHit {
  original: { column: string; value: string }[];
}

export interface OwnDistance {
  list: string;
  kind: string;
  miles: number;
  reason: string | null;
}

export const recordsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSearchDistances: build.query<SearchDistances, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/search-distances', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<SearchDistances>) => answer.data,
      providesTags: ['RecordSearch'],
    }),
    saveSearchDistances: build.mutation<SearchDistances, { projectId: string; distances: readonly OwnDistance[] }>({
      query: ({ projectId, distances }) =>
        operation('PUT', '/api/public/projects/{id}/search-distances', {
          path: { id: projectId },
          body: { distances },
        }),
      transformResponse: (answer: Envelope<SearchDistances>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['RecordSearch']),
    }),
    confirmSearchDistances: build.mutation<SearchDistances, { projectId: string; tableHash: string }>({
      query: ({ projectId, tableHash }) =>
        operation('PUT', '/api/public/projects/{id}/search-distances/confirmation', {
          path: { id: projectId },
          body: { table_hash: tableHash },
        }),
      transformResponse: (answer: Envelope<SearchDistances>) => answer.data,
      invalidatesTags: ['RecordSearch'],
    }),
    /** The newest; null before the first. */
    getNewestSearch: build.query<RecordSearch | null, string>({
      query: (projectId) =>
        operation('GET', '/api/public/projects/{id}/record-searches', {
          path: { id: projectId },
          query: { page: 1, per_page: 1 },
        }),
      transformResponse: (answer: Envelope<RecordSearch[]>) => answer.data[0] ?? null,
      // lists and the boundary make it outdated
      providesTags: (_result, _error, projectId) => ['RecordSearch', 'DataSet', { type: 'Project', id: projectId }],
    }),
    createSearch: build.mutation<RecordSearch, { projectId: string; id: string }>({
      query: ({ projectId, id }) =>
        operation('POST', '/api/public/projects/{id}/record-searches', { path: { id: projectId }, body: { id } }),
      transformResponse: (answer: Envelope<RecordSearch>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['RecordSearch']),
    }),
    /** With its row as the file has it. */
    getHit: build.query<HitDetails, string>({
      query: (id) => operation('GET', '/api/public/record-hits/{id}', { path: { id } }),
      transformResponse: (answer: Envelope<HitDetails>) => answer.data,
      providesTags: ['RecordSearch'],
    }),
    listHits: build.query<
      RecordHit[],
      { projectId: string; searchId?: string | undefined; change?: HitChange | undefined }
    >({
      query: ({ projectId, searchId, change }) =>
        operation('GET', '/api/public/record-hits', {
          query: { project_id: projectId, search_id: searchId, change, per_page: MAX_PER_PAGE },
        }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<RecordHit[]>) => answer.data,
      providesTags: ['RecordSearch'],
    }),
  }),
});

export const {
  useGetSearchDistancesQuery,
  useSaveSearchDistancesMutation,
  useConfirmSearchDistancesMutation,
  useGetNewestSearchQuery,
  useCreateSearchMutation,
  useListHitsQuery,
  useGetHitQuery,
} = recordsApi;
