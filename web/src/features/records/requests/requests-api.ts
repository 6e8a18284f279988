import type { Agency, AgencyRequest } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope } from '../../../lib/http/api.js';
import type { RequestFields } from './request-form.js';

export type { AgencyRequest };

const REQUESTS = '/api/public/agency-requests';

const at = (id: string): string => `${REQUESTS}/${encodeURIComponent(id)}`;

const requestsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAgencyRequests: build.query<AgencyRequest[], string>({
      query: (projectId) => ({ url: REQUESTS, params: { project_id: projectId, per_page: MAX_PER_PAGE } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<AgencyRequest[]>) => answer.data,
      providesTags: ['AgencyRequest'],
    }),
    /** Known in the property's area. */
    listAgencies: build.query<Agency[], string>({
      query: (projectId) => ({
        url: `/api/public/projects/${encodeURIComponent(projectId)}/agencies`,
        params: { per_page: MAX_PER_PAGE },
      }),
      transformResponse: (answer: Envelope<Agency[]>) => answer.data,
      providesTags: ['AgencyRequest'],
    }),
    getRequestLetter: build.query<string, string>({
      query: (id) => at(id),
      transformResponse: (answer: Envelope<AgencyRequest & { letter: string }>) => answer.data.letter,
      providesTags: ['AgencyRequest'],
    }),
    createAgencyRequest: build.mutation<AgencyRequest, { id: string; projectId: string; fields: RequestFields }>({
      query: ({ id, projectId, fields }) => ({
        ...{ url: REQUESTS, method: 'POST', body: { id, project_id: projectId, ...fields } },
      }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    /** @param revision that the person saw */
    updateAgencyRequest: build.mutation<AgencyRequest, { id: string; fields: RequestFields; revision: number }>({
      query: ({ id, fields, revision }) => ({ url: at(id), method: 'PUT', body: { ...fields, revision } }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: ['AgencyRequest'],
    }),
    deleteAgencyRequest: build.mutation<unknown, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    restoreAgencyRequest: build.mutation<AgencyRequest, string>({
      query: (id) => ({ url: `${at(id)}/restore`, method: 'POST' }),
      transformResponse: (answer: Envelope<AgencyRequest>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['AgencyRequest']),
    }),
    addFollowUp: build.mutation<AgencyRequest, { requestId: string; id: string; day: string; note: string }>({
      query: ({ requestId, ...body }) => ({ url: `${at(requestId)}/follow-ups`, method: 'POST', body }),
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
