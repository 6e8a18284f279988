import type { Agency, AgencyRequest } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import type { RequestFields } from './request-form.js';

export type { AgencyRequest };

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAgencyRequests: build.query<AgencyRequest[], string>({
      query: (projectId) =>
        operation('GET', '/api/public/agency-requests', { query: { project_id: projectId, per_page: MAX_PER_PAGE } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<AgencyRequest[]>) => answer.data,
      providesTags: ['AgencyRequest'],
    }),
    /** Known in the property's area. */
    listAgencies: build.query<Agency[], string>({
      query: (projectId) =>
        operation('GET', '/api/public/projects/{id}/agencies', {
          path: { id: projectId },
          query: { per_page: MAX_PER_PAGE },
        }),
      transformResponse: (answer: Envelope<Agency[]>) => answer.data,
      providesTags: ['AgencyRequest'],
    }),
    getRequestLetter: build.query<string, string>({
      query: (id) => operation('GET', '/api/public/agency-requests/{id}', { path: { id } }),
      transformResponse: (answer: Envelope<AgencyRequest & { letter: string }>) => answer.data.letter,
      providesTags: ['AgencyRequest'],
    }),
    createAgencyRequest: build.mutation<AgencyRequest, { id: string; projectId: string; fields: RequestFields }>({
      query: ({ id, projectId, fields }) => ({
        ...operation('POST', '/api/public/agency-requests', { body: { id, project_id: projectId, ...fields } }),
      }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    /** @param revision that the person saw */
    updateAgencyRequest: build.mutation<AgencyRequest, { id: string; fields: RequestFields; revision: number }>({
      query: ({ id, fields, revision }) =>
        operation('PUT', '/api/public/agency-requests/{id}', { path: { id }, body: { ...fields, revision } }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: ['AgencyRequest'],
    }),
    deleteAgencyRequest: build.mutation<unknown, string>({
      query: (id) => operation('DELETE', '/api/public/agency-requests/{id}', { path: { id } }),
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    restoreAgencyRequest: build.mutation<AgencyRequest, string>({
      query: (id) => operation('POST', '/api/public/agency-requests/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    addFollowUp: build.mutation<AgencyRequest, { requestId: string; id: string; day: string; note: string }>({
      query: ({ requestId, ...body }) =>
        operation('POST', '/api/public/agency-requests/{id}/follow-ups', { path: { id: requestId }, body }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
  }),
});

export const {
  useListAgencyRequestsQuery,
  useListAgenciesQuery,
  useGetRequestLetterQuery,
  useCreateAgencyRequestMutation,
  useUpdateAgencyRequestMutation,
  useDeleteAgencyRequestMutation,
  useRestoreAgencyRequestMutation,
  useAddFollowUpMutation,
} = requestsApi;
