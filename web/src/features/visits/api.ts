import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope, type Page } from '../../lib/api.js';
import type { VisitPhoto } from './photos/photo-records.js';
import type { SiteVisit } from './visit-status.js';

/** Where the photographs of a visit are. */
export const photosPath = (projectId: string, visitId: string): string =>
  `/api/projects/${encodeURIComponent(projectId)}/site-visits/${encodeURIComponent(visitId)}/photos`;

const photoPath = (id: string): string => `/api/site-visit-photos/${encodeURIComponent(id)}`;

const visitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All visits of a project, however many lists they come in. */
    listSiteVisits: build.query<SiteVisit[], string>({
      queryFn: async (projectId, _api, _options, fetchList) => {
        const url = `/api/projects/${encodeURIComponent(projectId)}/site-visits`;
        const visits: SiteVisit[] = [];
        for (let page = 1, pages = 1; page <= pages; page++) {
          const answer = await fetchList({ url, params: { page, per_page: MAX_PER_PAGE } });
          if (answer.error) return { error: answer.error };
          const list = answer.data as Page<SiteVisit>;
          visits.push(...list.data);
          pages = list.total_pages;
        }
        return { data: visits };
      },
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
