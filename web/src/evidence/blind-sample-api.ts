import type { BlindSample, BlindSheet } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

const blindSampleApi = api.injectEndpoints({
  endpoints: (build) => ({
    getBlindSample: build.query<BlindSample, string>({
      query: (id) => operation('GET', '/api/public/projects/{id}/blind-sample', { path: { id } }),
      transformResponse: ({ data }: Envelope<BlindSample>) => data,
      providesTags: ['BlindSample'],
    }),
    setBlindSample: build.mutation<BlindSample, { id: string; percent: number }>({
      query: ({ id, percent }) =>
        operation('PUT', '/api/public/projects/{id}/blind-sample', { path: { id }, body: { percent } }),
      transformResponse: ({ data }: Envelope<BlindSample>) => data,
      invalidatesTags: ['BlindSample', 'Annotation', 'PageAnnotations', 'Mention'],
    }),
    getBlindSheet: build.query<BlindSheet, string>({
      query: (id) => operation('GET', '/api/public/document-pages/{id}/blind-sheet', { path: { id } }),
      transformResponse: ({ data }: Envelope<BlindSheet>) => data,
      providesTags: ['BlindSample'],
    }),
    markBlindSheet: build.mutation<BlindSheet, string>({
      query: (id) => operation('POST', '/api/public/document-pages/{id}/blind-sheet/mark', { path: { id } }),
      transformResponse: ({ data }: Envelope<BlindSheet>) => data,
      invalidatesTags: ['BlindSample', 'Annotation', 'PageAnnotations', 'Mention'],
    }),
  }),
});

export const { useGetBlindSampleQuery, useGetBlindSheetQuery, useMarkBlindSheetMutation, useSetBlindSampleMutation } =
  blindSampleApi;
