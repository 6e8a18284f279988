import type { Georeference, GeoreferenceProposal, PlacedSheet, SheetAtPlace } from '@symbio/client';
import type { PointSource } from '@symbio/proto/document/vocabulary';
import type { Pixel, Place } from '@symbio/georeference';
import { api, type Envelope } from '../lib/http/api.js';

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

const at = (pageId: string) => `/api/public/document-pages/${encodeURIComponent(pageId)}/georeference`;

export const georeferencesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getGeoreference: build.query<Georeference, string>({
      query: at,
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      providesTags: ['Georeference'],
    }),
    getPlacedSheets: build.query<PlacedSheet[], { projectId: string; documentId?: string }>({
      query: ({ projectId, documentId }) => ({
        url: '/api/public/georeferences',
        params: { project_id: projectId, document_id: documentId },
      }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<PlacedSheet[]>) => answer.data,
      providesTags: ['Georeference'],
    }),
    /** Oldest year first. */
    findSheetsAt: build.query<SheetAtPlace[], { projectId: string; place: Place }>({
      query: ({ projectId, place }) => ({
        url: '/api/public/places',
        params: { project_id: projectId, longitude: place.longitude, latitude: place.latitude },
      }),
      transformResponse: (answer: Envelope<SheetAtPlace[]>) => answer.data,
      providesTags: ['Georeference'],
    }),
    saveGeoreference: build.mutation<Georeference, SavedPlacing>({
      query: ({ pageId, points, mask, updatedAt }) => ({
        url: at(pageId),
        method: 'PUT',
        body: { points, ...(mask && { mask }), ...(updatedAt && { updated_at: updatedAt }) },
      }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Looks for the place by the street names on the sheet; takes seconds. */
    proposeGeoreference: build.mutation<GeoreferenceProposal, string>({
      query: (pageId) => ({ url: `${at(pageId)}/propose`, method: 'POST' }),
      transformResponse: (answer: Envelope<GeoreferenceProposal>) => answer.data,
    }),
    acceptProposedPoints: build.mutation<
      Georeference,
      { pageId: string; pointIds: readonly string[]; updatedAt: string | null }
    >({
      query: ({ pageId, pointIds, updatedAt }) => ({
        url: `${at(pageId)}/accept`,
        method: 'POST',
        body: { point_ids: pointIds, ...(updatedAt && { updated_at: updatedAt }) },
      }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Replaces all points by those of a file's text. */
    importGeoreference: build.mutation<Georeference, { pageId: string; content: string; updatedAt: string | null }>({
      query: ({ pageId, content, updatedAt }) => ({
        url: `${at(pageId)}/import`,
        method: 'POST',
        body: { content, ...(updatedAt && { updated_at: updatedAt }) },
      }),
      transformResponse: (answer: Envelope<Georeference>) => answer.data,
      invalidatesTags: ['DocumentPage', 'Georeference'],
    }),
    /** Restores the points from before a change of the history. */
    undoGeoreference: build.mutation<Georeference, { pageId: string; historyId: string }>({
      query: ({ pageId, historyId }) => ({
        url: `${at(pageId)}/undo`,
        method: 'POST',
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
