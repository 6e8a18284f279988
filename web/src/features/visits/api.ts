import { api, type Envelope } from '../../lib/api.js';
import type { VisitPhoto } from './photos/photo-records.js';
import type { SiteVisit } from './visit-status.js';

/** Where the photographs of a visit are. */
export const photosPath = (projectId: string, visitId: string): string =>
  `/api/projects/${encodeURIComponent(projectId)}/site-visits/${encodeURIComponent(visitId)}/photos`;

const photoPath = (id: string): string => `/api/site-visit-photos/${encodeURIComponent(id)}`;

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSiteVisits: build.query<SiteVisit[], string>({
      query: (projectId) => ({
        url: `/api/projects/${encodeURIComponent(projectId)}/site-visits`,
        params: { per_page: 100 },
      }),
      transformResponse: (answer: Envelope<SiteVisit[]>) => answer.data,
      providesTags: ['SiteVisit'],
    }),
    listVisitPhotos: build.query<VisitPhoto[], { projectId: string; visitId: string }>({
      query: ({ projectId, visitId }) => ({ url: photosPath(projectId, visitId) }),
      transformResponse: (answer: Envelope<VisitPhoto[]>) => answer.data,
      providesTags: ['Photograph'],
    }),
    captionPhoto: build.mutation<VisitPhoto, { id: string; caption: string }>({
      query: ({ id, caption }) => ({ url: photoPath(id), method: 'PUT', body: { caption } }),
      transformResponse: (answer: Envelope<VisitPhoto>) => answer.data,
      invalidatesTags: ['Photograph'],
    }),
    removePhoto: build.mutation<unknown, string>({
      query: (id) => ({ url: photoPath(id), method: 'DELETE' }),
      invalidatesTags: ['Photograph'],
    }),
    restorePhoto: build.mutation<VisitPhoto, string>({
      query: (id) => ({ url: `${photoPath(id)}/restore`, method: 'POST' }),
      transformResponse: (answer: Envelope<VisitPhoto>) => answer.data,
      invalidatesTags: ['Photograph'],
    }),
  }),
});

export const {
  useListSiteVisitsQuery,
  useListVisitPhotosQuery,
  useCaptionPhotoMutation,
  useRemovePhotoMutation,
  useRestorePhotoMutation,
} = visitsApi;
