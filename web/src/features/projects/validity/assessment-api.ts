import type { Assessment, ExpiringAssessment } from '@symbio/client';
import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import { api, type Envelope } from '../../../lib/http/api.js';

export type { Assessment, ExpiringAssessment };

export interface TypedDates {
  acquisition_date: string | null;
  dates: { kind: ComponentKind; date: string; note: string }[];
}

interface Save extends TypedDates {
  projectId: string;
  updatedAt: string | null;
}

const pathOf = (projectId: string): string => `/api/public/projects/${encodeURIComponent(projectId)}/assessment`;

const assessmentApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAssessment: build.query<Assessment, string>({
      query: pathOf,
      transformResponse: (answer: Envelope<Assessment>) => answer.data,
      // visits too: the date of the inspection
      providesTags: (_result, _error, id) => [{ type: 'Project', id }, 'SiteVisit'],
    }),
    saveAssessment: build.mutation<Assessment, Save>({
      query: ({ projectId, updatedAt, ...body }) => ({
        url: pathOf(projectId),
        method: 'PUT',
        body: { ...body, ...(updatedAt !== null && { updated_at: updatedAt }) },
      }),
      transformResponse: (answer: Envelope<Assessment>) => answer.data,
      invalidatesTags: ['Project'],
    }),
    listExpiringAssessments: build.query<ExpiringAssessment[], void>({
      query: () => '/api/public/expiring-assessments',
      transformResponse: (answer: Envelope<ExpiringAssessment[]>) => answer.data,
      providesTags: ['Project', 'SiteVisit'],
    }),
  }),
});

export const { useGetAssessmentQuery, useSaveAssessmentMutation, useListExpiringAssessmentsQuery } = assessmentApi;
