import type { CreatedReportShareLink, ReportShareLink } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { ReportShareLink } from '@symbio/client/app';

/** The address is shown once; later there is a message instead. */
export type NewReportLink = ReportShareLink & Partial<Pick<CreatedReportShareLink, 'url'>> & { message?: string };

const reportLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReportLinks: build.query<ReportShareLink[], string>({
      query: (versionId) => operation('GET', '/api/report-versions/{id}/share-links', { path: { id: versionId } }),
      transformResponse: (answer: Envelope<ReportShareLink[]>) => answer.data,
      providesTags: ['ShareLink'],
    }),
    createReportLink: build.mutation<NewReportLink, { versionId: string; name: string; last_day: string }>({
      query: ({ versionId, ...body }) =>
        operation('POST', '/api/report-versions/{id}/share-links', { path: { id: versionId }, body }),
      transformResponse: (answer: Envelope<NewReportLink>) => answer.data,
      invalidatesTags: ['ShareLink'],
    }),
    revokeReportLink: build.mutation<void, { versionId: string; id: string }>({
      extraOptions: { failure: 'Failed to revoke the link' },
      query: ({ versionId, id }) =>
        operation('DELETE', '/api/report-versions/{id}/share-links/{link_id}', {
          path: { id: versionId, link_id: id },
        }),
      transformResponse: () => undefined,
      // also on failure: another owner may have revoked it
      invalidatesTags: ['ShareLink'],
    }),
  }),
});

export const { useListReportLinksQuery, useCreateReportLinkMutation, useRevokeReportLinkMutation } = reportLinksApi;
