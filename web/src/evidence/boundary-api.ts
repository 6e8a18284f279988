import type { Boundary, SearchRadii, SearchRadius } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { Boundary, SearchRadius };
export type Geometry = NonNullable<Boundary['geometry']>;

const tagsOf = (_result: unknown, _error: unknown, asked: string | { projectId: string }) =>
  [{ type: 'Project', id: typeof asked === 'string' ? asked : asked.projectId }] as const;

const boundaryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBoundary: build.query<Boundary, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/boundary', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      providesTags: tagsOf,
    }),
    uploadBoundary: build.mutation<Boundary, { projectId: string; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return operation('POST', '/api/public/projects/{id}/boundary/file', { path: { id: projectId }, body });
      },
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    /** Null removes it. */
    saveBoundary: build.mutation<Boundary, { projectId: string; geometry: Geometry | null }>({
      query: ({ projectId, geometry }) =>
        operation('PUT', '/api/public/projects/{id}/boundary', { path: { id: projectId }, body: { geometry } }),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    undoBoundary: build.mutation<Boundary, { projectId: string; historyId: string }>({
      query: ({ projectId, historyId }) =>
        operation('POST', '/api/public/projects/{id}/boundary/undo', {
          path: { id: projectId },
          body: { history_id: historyId },
        }),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    getSearchRadii: build.query<SearchRadii, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/search-radii', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<SearchRadii>) => answer.data,
      providesTags: tagsOf,
    }),
    saveSearchRadii: build.mutation<
      SearchRadii,
      { projectId: string; radii: readonly SearchRadius[]; updatedAt: string | null }
    >({
      query: ({ projectId, radii, updatedAt }) =>
        operation('PUT', '/api/public/projects/{id}/search-radii', {
          path: { id: projectId },
          body: { search_radii: radii, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: (answer: Envelope<SearchRadii>) => answer.data,
      invalidatesTags: tagsOf,
    }),
  }),
});

export const {
  useGetBoundaryQuery,
  useUploadBoundaryMutation,
  useSaveBoundaryMutation,
  useUndoBoundaryMutation,
  useGetSearchRadiiQuery,
  useSaveSearchRadiiMutation,
} = boundaryApi;
