import type { Boundary, SearchRadii, SearchRadius } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';

export type { Boundary, SearchRadius };
export type Geometry = NonNullable<Boundary['geometry']>;

const pathOf = (projectId: string, what: string): string =>
  `/api/public/projects/${encodeURIComponent(projectId)}/${what}`;

const tagsOf = (_result: unknown, _error: unknown, asked: string | { projectId: string }) =>
  [{ type: 'Project', id: typeof asked === 'string' ? asked : asked.projectId }] as const;

const boundaryApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBoundary: build.query<Boundary, string>({
      query: (projectId) => pathOf(projectId, 'boundary'),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      providesTags: tagsOf,
    }),
    uploadBoundary: build.mutation<Boundary, { projectId: string; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return { url: pathOf(projectId, 'boundary/file'), method: 'POST', body };
      },
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    /** Null removes it. */
    saveBoundary: build.mutation<Boundary, { projectId: string; geometry: Geometry | null }>({
      query: ({ projectId, geometry }) => ({ url: pathOf(projectId, 'boundary'), method: 'PUT', body: { geometry } }),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    undoBoundary: build.mutation<Boundary, { projectId: string; historyId: string }>({
      query: ({ projectId, historyId }) => ({
        url: pathOf(projectId, 'boundary/undo'),
        method: 'POST',
        body: { history_id: historyId },
      }),
      transformResponse: (answer: Envelope<Boundary>) => answer.data,
      invalidatesTags: tagsOf,
    }),
    getSearchRadii: build.query<SearchRadii, string>({
      query: (projectId) => pathOf(projectId, 'search-radii'),
      transformResponse: (answer: Envelope<SearchRadii>) => answer.data,
      providesTags: tagsOf,
    }),
    saveSearchRadii: build.mutation<
      SearchRadii,
      { projectId: string; radii: readonly SearchRadius[]; updatedAt: string | null }
    >({
      query: ({ projectId, radii, updatedAt }) => ({
        url: pathOf(projectId, 'search-radii'),
        method: 'PUT',
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
