import type { ReviewFinding } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { ReviewFinding } from '@symbio/client';

const reviewListApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReviewList: build.query<ReviewFinding[], string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/review-list', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<ReviewFinding[]>) => answer.data,
      providesTags: [
        ...(['Project', 'SiteVisit', 'Photograph', 'Document', 'Feature', 'Mention', 'Annotation'] as const),
        ...(['Report', 'PageOpening'] as const),
      ],
    }),
    /** Of the locked evidence of a version. */
    getUnopenedPages: build.query<ReviewFinding[], string>({
      query: (id) => operation('GET', '/api/report-versions/{id}/unopened-pages', { path: { id } }),
      transformResponse: (answer: Envelope<ReviewFinding[]>) => answer.data,
      providesTags: ['PageOpening'],
    }),
  }),
});

export const { useGetUnopenedPagesQuery, useGetReviewListQuery } = reviewListApi;
