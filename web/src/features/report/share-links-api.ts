import type { CreatedReportShareLink, ReportShareLink } from '@symbio/client/app';
import { api, type Envelope } from '../../lib/http/api.js';

export type { ReportShareLink } from '@symbio/client/app';

/** The address is shown once; later there is a message instead. */
export type NewReportLink = ReportShareLink & Partial<Pick<CreatedReportShareLink, 'url'>> & { message?: string };

const linksOf = (versionId: string): string => `/api/report-versions/${encodeURIComponent(versionId)}/share-links`;

const reportLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listReportLinks: build.query<ReportShareLink[], string>({
      query: linksOf,
      transformResponse: (answer: Envelope<ReportShareLink[]>) => answer.data,
      providesTags: ['ShareLink'],
    }),
    createReportLink: build.mutation<NewReportLink, { versionId: string; name: string; last_day: string }>({
      query: ({ versionId, ...body }) => ({ url: linksOf(versionId), method: 'POST', body }),
      transformResponse: (answer: Envelope<NewReportLink>) => answer.data,
      invalidatesTags: ['ShareLink'],
    }),
    revokeReportLink: build.mutation<void, { versionId: string; id: string }>({
      extraOptions: { failure: 'Failed to revoke the link' },
      query: ({ versionId, id }) => ({ url: `${linksOf(versionId)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      transformResponse: () => undefined,
      // also on failure: another owner may have revoked it
      invalidatesTags: ['ShareLink'],
    }),
  }),
});

export const { useListReportLinksQuery, useCreateReportLinkMutation, useRevokeReportLinkMutation } = reportLinksApi;
