import type { Assessment, ExpiringAssessment } from '@symbio/client';
import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';

export type { Assessment, ExpiringAssessment };

export interface TypedDates {
  acquisition_date: string | null;
  dates: { kind: ComponentKind; date: string; note: string }[];
}

interface Save extends TypedDates {
  projectId: string;
  updatedAt: string | null;
}

const assessmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAssessment: build.query<Assessment, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/assessment', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Assessment>) => answer.data,
      // visits too: the date of the inspection
      providesTags: (_result, _error, id) => [{ type: 'Project', id }, 'SiteVisit'],
    }),
    saveAssessment: build.mutation<Assessment, Save>({
      query: ({ projectId, updatedAt, ...body }) =>
        operation('PUT', '/api/public/projects/{id}/assessment', {
          path: { id: projectId },
          body: { ...body, ...(updatedAt !== null && { updated_at: updatedAt }) },
        }),
      transformResponse: (answer: Envelope<Assessment>) => answer.data,
      invalidatesTags: ['Project'],
    }),
    listExpiringAssessments: build.query<ExpiringAssessment[], void>({
      query: () => operation('GET', '/api/public/expiring-assessments'),
      transformResponse: (answer: Envelope<ExpiringAssessment[]>) => answer.data,
      providesTags: ['Project', 'SiteVisit'],
    }),
  }),
});

export const { useGetAssessmentQuery, useSaveAssessmentMutation, useListExpiringAssessmentsQuery } = assessmentApi;
