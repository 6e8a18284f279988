import type { Annotation, ReviewRule } from '@symbio/client';
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
    showProposal: build.mutation<Annotation, { id: string; shown: boolean }>({
      query: ({ id, shown }) => operation('PUT', '/api/annotations/{id}/shown', { path: { id }, body: { shown } }),
      transformResponse: ({ data }: Envelope<Annotation>) => data,
      invalidatesTags: ['ReviewRule', 'Annotation'],
    }),
    removeReviewRule: build.mutation<ReviewRule, string>({
      query: (id) => operation('POST', '/api/public/review-rules/{id}/remove', { path: { id } }),
      transformResponse: ({ data }: Envelope<ReviewRule>) => data,
      invalidatesTags: ['ReviewRule', 'Annotation'],
    }),
  }),
});

export const { useGetReviewRulesQuery, useRemoveReviewRuleMutation, useShowProposalMutation } = reviewRulesApi;
