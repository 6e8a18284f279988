import type { Interview } from '@symbio/client';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { Interview };
export type InterviewValues = Pick<Interview, 'role' | 'person' | 'date' | 'method' | 'answered' | 'text'>;
const dataOf = <Data>({ data }: Envelope<Data>): Data => data;

const interviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listInterviews: build.query<Interview[], string>({
      query: (projectId) => operation('GET', '/api/public/interviews', { query: { project_id: projectId } }),
      extraOptions: { whole: true },
      transformResponse: dataOf<Interview[]>,
      providesTags: ['Project'],
    }),
    createInterview: build.mutation<Interview, { projectId: string; id: string; values: InterviewValues }>({
      query: ({ projectId, id, values }) =>
        operation('POST', '/api/public/interviews', { body: { id, project_id: projectId, ...values } }),
      transformResponse: dataOf<Interview>,
      invalidatesTags: (_interview, error) => (error ? [] : ['Project']),
    }),
    updateInterview: build.mutation<Interview, { id: string; values: InterviewValues; updatedAt: string | null }>({
      query: ({ id, values, updatedAt }) =>
        operation('PUT', '/api/public/interviews/{id}', {
          path: { id },
          body: { ...values, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: dataOf<Interview>,
      invalidatesTags: ['Project'],
    }),
    deleteInterview: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/interviews/{id}', { path: { id } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Project'],
    }),
  }),
});

export const {
  useListInterviewsQuery,
  useCreateInterviewMutation,
  useUpdateInterviewMutation,
  useDeleteInterviewMutation,
} = interviewsApi;
