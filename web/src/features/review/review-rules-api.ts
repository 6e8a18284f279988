import type { ReviewRule } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';

export type { ReviewRule };

const reviewRulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReviewRules: build.query<ReviewRule[], string>({
      query: (projectId) => `/api/public/projects/${encodeURIComponent(projectId)}/review-rules`,
      transformResponse: ({ data }: Envelope<ReviewRule[]>) => data,
      providesTags: ['ReviewRule'],
    }),
    removeReviewRule: build.mutation<ReviewRule, string>({
      query: (id) => ({ url: `/api/public/review-rules/${encodeURIComponent(id)}/remove`, method: 'POST' }),
      transformResponse: ({ data }: Envelope<ReviewRule>) => data,
      invalidatesTags: ['ReviewRule', 'Annotation'],
    }),
  }),
});

export const { useGetReviewRulesQuery, useRemoveReviewRuleMutation } = reviewRulesApi;
