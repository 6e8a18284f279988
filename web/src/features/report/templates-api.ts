import type { ReportTemplates } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';

export type { ReportTemplate, ReportTemplates } from '@symbio/client/app';

/** @param projectId null: of the installation */
const templateOf = (projectId: string | null): string =>
  projectId === null ? '/api/report-template' : `/api/projects/${encodeURIComponent(projectId)}/report-template`;

const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReportTemplates: build.query<ReportTemplates, string | null>({
      query: templateOf,
      transformResponse: (answer: Envelope<ReportTemplates>) => answer.data,
      providesTags: ['Report'],
    }),
    saveReportTemplate: build.mutation<ReportTemplates, { projectId: string | null; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return { url: templateOf(projectId), method: 'POST', body };
      },
      transformResponse: (answer: Envelope<ReportTemplates>) => answer.data,
      invalidatesTags: ['Report'],
    }),
    removeReportTemplate: build.mutation<void, string | null>({
      extraOptions: { failure: 'Failed to remove the template' },
      query: (projectId) => ({ url: templateOf(projectId), method: 'DELETE' }),
      transformResponse: () => undefined,
      invalidatesTags: ['Report'],
    }),
  }),
});

export const { useGetReportTemplatesQuery, useSaveReportTemplateMutation, useRemoveReportTemplateMutation } =
  templatesApi;
