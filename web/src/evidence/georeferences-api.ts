import type { Georeference, GeoreferenceProposal, PlacedSheet, SheetAtPlace } from '@symbio/client';
import type { PointSource } from '@symbio/proto/document/vocabulary';
import type { Pixel, Place } from '@symbio/georeference';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { Georeference, GeoreferenceProposal, PlacedSheet, SheetAtPlace } from '@symbio/client';

export interface SavedPoint extends Pixel, Place {
  /** Absent for a new one. */
  id?: string;
  name: string;
  source: PointSource;
  used: boolean;
}

interface SavedPlacing {
  pageId: string;
  points: readonly SavedPoint[];
  mask: readonly Pixel[] | null;
  /** Outdated versions are rejected. */
  updatedAt: string | null;
}

export const georeferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getGeoreference: build.query<Georeference, string>({
      query: (pageId) => operation('GET', '/api/public/document-pages/{id}/georeference', { path: { id: pageId } }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      providesTags: ['Georeference'],
    }),
    getPlacedSheets: build.query<PlacedSheet[], { projectId: string; documentId?: string }>({
      query: ({ projectId, documentId }) =>
        operation('GET', '/api/public/georeferences', { query: { project_id: projectId, document_id: documentId } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<PlacedSheet[]>) => answer.data,
      providesTags: ['Georeference'],
    }),
    /** Oldest year first. */
    findSheetsAt: build.query<SheetAtPlace[], { projectId: string; place: Place }>({
      query: ({ projectId, place }) =>
        operation('GET', '/api/public/places', {
          query: { project_id: projectId, longitude: place.longitude, latitude: place.latitude },
        }),
      transformResponse: (answer: Envelope<SheetAtPlace[]>) => answer.data,
      providesTags: ['Georeference'],
    }),
    saveGeoreference: build.mutation<Georeference, SavedPlacing>({
      query: ({ pageId, points, mask, updatedAt }) =>
        operation('PUT', '/api/public/document-pages/{id}/georeference', {
          path: { id: pageId },
          body: { points, ...(mask && { mask }), ...(updatedAt && { updated_at: updatedAt }) },
        }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Looks for the place by the street names on the sheet; takes seconds. */
    proposeGeoreference: build.mutation<GeoreferenceProposal, string>({
      query: (pageId) =>
        operation('POST', '/api/public/document-pages/{id}/georeference/propose', { path: { id: pageId } }),
      transformResponse: (answer: Envelope<GeoreferenceProposal>) => answer.data,
    }),
    acceptProposedPoints: build.mutation<
      Georeference,
      { pageId: string; pointIds: readonly string[]; updatedAt: string | null }
    >({
      query: ({ pageId, pointIds, updatedAt }) =>
        operation('POST', '/api/public/document-pages/{id}/georeference/accept', {
          path: { id: pageId },
          body: { point_ids: pointIds, ...(updatedAt && { updated_at: updatedAt }) },
        }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Replaces all points by those of a file's text. */
    importGeoreference: build.mutation<Georeference, { pageId: string; content: string; updatedAt: string | null }>({
      query: ({ pageId, content, updatedAt }) =>
        operation('POST', '/api/public/document-pages/{id}/georeference/import', {
          path: { id: pageId },
          body: { content, ...(updatedAt && { updated_at: updatedAt }) },
        }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Restores the points from before a change of the history. */
    undoGeoreference: build.mutation<Georeference, { pageId: string; historyId: string }>({
      query: ({ pageId, historyId }) =>
        operation('POST', '/api/public/document-pages/{id}/georeference/undo', {
          path: { id: pageId },
          body: { history_id: historyId },
        }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
  }),
});

export const {
  useGetGeoreferenceQuery,
  useGetPlacedSheetsQuery,
  useFindSheetsAtQuery,
  useSaveGeoreferenceMutation,
  useImportGeoreferenceMutation,
  useUndoGeoreferenceMutation,
  useProposeGeoreferenceMutation,
  useAcceptProposedPointsMutation,
} = georeferencesApi;
