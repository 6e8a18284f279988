import type { RefusedFile, StreetFile, StreetPlace } from '@symbio/client/app';
import type { Pixel, Place } from '@symbio/georeference';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { StreetFile, StreetPlace } from '@symbio/client/app';

const streetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Of the project and of the installation. */
    getStreetFiles: build.query<StreetFile[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/streets', { path: { id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<StreetFile[]>) => answer.data,
      providesTags: ['Streets'],
    }),
    addStreetFile: build.mutation<StreetFile | RefusedFile, { projectId: string; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return operation('POST', '/api/projects/{id}/streets', { path: { id: projectId }, body });
      },
      transformResponse: (answer: Envelope<[StreetFile | RefusedFile]>) => answer.data[0],
      invalidatesTags: ['Streets'],
    }),
    deleteStreetFile: build.mutation<unknown, { projectId: string; fileId: string }>({
      query: ({ projectId, fileId }) =>
        operation('DELETE', '/api/projects/{id}/streets', { path: { id: projectId }, query: { file_id: fileId } }),
      invalidatesTags: ['Streets'],
    }),
    /** Where a crossing or an address is, by the street files. */
    findStreetPlaces: build.query<StreetPlace[], { projectId: string; text: string }>({
      query: ({ projectId, text }) =>
        operation('GET', '/api/projects/{id}/street-places', { path: { id: projectId }, query: { q: text } }),
      transformResponse: (answer: Envelope<StreetPlace[]>) => answer.data,
      providesTags: ['Streets'],
    }),
    /** Crossings that a pixel of a page may show. @param near where other points put it */
    findCrossings: build.query<StreetPlace[], { pageId: string; pixel: Pixel; near: Place | null }>({
      query: ({ pageId, pixel: { x, y }, near }) =>
        operation('GET', '/api/document-pages/{id}/crossings', {
          path: { id: pageId },
          query: {
            ...{ x: Math.round(x), y: Math.round(y) },
            ...(near && { near: `${near.longitude.toFixed(7)},${near.latitude.toFixed(7)}` }),
          },
        }),
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
  useFindCrossingsQuery,
} = streetsApi;
