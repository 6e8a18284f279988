import type { ReportTemplates } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { ReportTemplate, ReportTemplates } from '@symbio/client/app';

/** @param projectId null: of the installation */
const templateCall = (method: 'GET' | 'DELETE', projectId: string | null) =>
  projectId === null
    ? operation(method, '/api/report-template')
    : operation(method, '/api/projects/{id}/report-template', { path: { id: projectId } });

const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReportTemplates: build.query<ReportTemplates, string | null>({
      query: (projectId) => templateCall('GET', projectId),
      transformResponse: (answer: Envelope<ReportTemplates>) => answer.data,
      providesTags: ['Report'],
    }),
    saveReportTemplate: build.mutation<ReportTemplates, { projectId: string | null; file: File }>({
      query: ({ projectId, file }) => {
        const body = new FormData();
        body.append('files', file, file.name);
        return projectId === null
          ? operation('POST', '/api/report-template', { body })
          : operation('POST', '/api/projects/{id}/report-template', { path: { id: projectId }, body });
      },
      transformResponse: (answer: Envelope<ReportTemplates>) => answer.data,
      invalidatesTags: ['Report'],
    }),
    removeReportTemplate: build.mutation<void, string | null>({
      extraOptions: { failure: 'Failed to remove the template' },
      query: (projectId) => templateCall('DELETE', projectId),
      transformResponse: () => undefined,
      invalidatesTags: ['Report'],
    }),
  }),
});

export const { useGetReportTemplatesQuery, useSaveReportTemplateMutation, useRemoveReportTemplateMutation } =
  templatesApi;
