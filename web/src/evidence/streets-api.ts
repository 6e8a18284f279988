import type { RefusedFile, StreetFile, StreetPlace } from '@symbio/client/app';
import { api, type Envelope } from '../lib/http/api.js';

export type { StreetFile, StreetPlace } from '@symbio/client/app';

const pathOf = (projectId: string, what: string): string => `/api/projects/${encodeURIComponent(projectId)}/${what}`;

const streetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Of the project and of the installation. */
    getStreetFiles: build.query<StreetFile[], string>({
      query: (projectId) => pathOf(projectId, 'streets'),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<StreetFile[]>) => answer.data,
      providesTags: ['Streets'],
    }),
    addStreetFile: build.mutation<StreetFile | RefusedFile, { projectId: string; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return { url: pathOf(projectId, 'streets'), method: 'POST', body };
      },
      transformResponse: (answer: Envelope<[StreetFile | RefusedFile]>) => answer.data[0],
      invalidatesTags: ['Streets'],
    }),
    deleteStreetFile: build.mutation<unknown, { projectId: string; fileId: string }>({
      query: ({ projectId, fileId }) => ({
        url: pathOf(projectId, 'streets'),
        method: 'DELETE',
        params: { file_id: fileId },
      }),
      invalidatesTags: ['Streets'],
    }),
    /** Where a crossing or an address is, by the street files. */
    findStreetPlaces: build.query<StreetPlace[], { projectId: string; text: string }>({
      query: ({ projectId, text }) => ({ url: pathOf(projectId, 'street-places'), params: { q: text } }),
      transformResponse: (answer: Envelope<StreetPlace[]>) => answer.data,
      providesTags: ['Streets'],
    }),
  }),
});

export const {
  useGetStreetFilesQuery,
  useAddStreetFileMutation,
  useDeleteStreetFileMutation,
  useLazyFindStreetPlacesQuery,
} = streetsApi;
