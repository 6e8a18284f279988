import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import type { VisitPhoto } from './photos/photo-records.js';
import type { SiteVisit } from './visit-status.js';

export const photosPath = (projectId: string, visitId: string): string =>
  `/api/projects/${encodeURIComponent(projectId)}/site-visits/${encodeURIComponent(visitId)}/photos`;

const photoPath = (id: string): string => `/api/site-visit-photos/${encodeURIComponent(id)}`;

/** The list of its visit only. */
const ofVisit = (photo: VisitPhoto | undefined) => [
  photo ? { type: 'Photograph' as const, id: photo.visit_id } : ('Photograph' as const),
];

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listSiteVisits: build.query<SiteVisit[], string>({
      queryFn: async (projectId, _api, _options, fetchList) => {
        const url = `/api/projects/${encodeURIComponent(projectId)}/site-visits`;
        const read = async (page: number) => fetchList({ url, params: { page, per_page: MAX_PER_PAGE } });
        const first = await read(1);
        if (first.error) return { error: first.error };
        const { data: visits, total_pages: pages = 1 } = first.data as Page<SiteVisit>;
        const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, index) => read(index + 2)));
        const failed = others.find(({ error }) => error)?.error;
        if (failed) return { error: failed };
        return { data: [...visits, ...others.flatMap(({ data }) => (data as Page<SiteVisit>).data)] };
      },
      providesTags: ['SiteVisit'],
    }),
    listVisitPhotos: build.query<VisitPhoto[], { projectId: string; visitId: string }>({
      query: ({ projectId, visitId }) => ({ url: photosPath(projectId, visitId) }),
      transformResponse: (answer: Envelope<VisitPhoto[]>) => answer.data,
      providesTags: (_result, _error, { visitId }) => ['Photograph', { type: 'Photograph', id: visitId }],
    }),
    captionPhoto: build.mutation<VisitPhoto, { id: string; caption: string }>({
      query: ({ id, caption }) => ({ url: photoPath(id), method: 'PUT', body: { caption } }),
      transformResponse: (answer: Envelope<VisitPhoto>) => answer.data,
      invalidatesTags: ofVisit,
    }),
    removePhoto: build.mutation<unknown, string>({
      query: (id) => ({ url: photoPath(id), method: 'DELETE' }),
      invalidatesTags: ['Photograph'],
    }),
    restorePhoto: build.mutation<VisitPhoto, string>({
      query: (id) => ({ url: `${photoPath(id)}/restore`, method: 'POST' }),
      transformResponse: (answer: Envelope<VisitPhoto>) => answer.data,
      invalidatesTags: ofVisit,
    }),
  }),
});

export const { useListSiteVisitsQuery, useListVisitPhotosQuery, useRemovePhotoMutation, useRestorePhotoMutation } =
  visitsApi;

/** For code that outlives the screen. */
export const { captionPhoto } = visitsApi.endpoints;
