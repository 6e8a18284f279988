import type { ReviewRule } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { ReviewRule };

const reviewRulesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReviewRules: build.query<ReviewRule[], string>({
      query: (id) => operation('GET', '/api/public/projects/{id}/review-rules', { path: { id } }),
      transformResponse: ({ data }: Envelope<ReviewRule[]>) => data,
      providesTags: ['ReviewRule'],
    }),
    removeReviewRule: build.mutation<ReviewRule, string>({
      query: (id) => operation('POST', '/api/public/review-rules/{id}/remove', { path: { id } }),
      transformResponse: ({ data }: Envelope<ReviewRule>) => data,
      invalidatesTags: ['ReviewRule', 'Annotation'],
    }),
  }),
});

export const { useGetReviewRulesQuery, useRemoveReviewRuleMutation } = reviewRulesApi;
