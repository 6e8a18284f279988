import type { Report, ReportDifference, ReportVersion } from '@symbio/client';
import type { SectionKey } from '@symbio/proto/reports/vocabulary';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';

export type { Report, ReportDifference, ReportVersion } from '@symbio/client';

export interface SectionChange {
  projectId: string;
  key: SectionKey;
  text: string;
  is_checked: boolean;
  updated_at: string | null;
}

export type VersionStep = 'submit' | 'request-changes' | 'sign' | 'issue' | 'withdraw';

/** Absent dates stay. */
type Delivery = Pick<Report, 'delivery_date'> & Partial<Pick<Report, 'reliance_letter_date' | 'insurance_expires_on'>>;

interface VersionLock {
  projectId: string;
  id: string;
  isFirst: boolean;
}

/** Shows why the server refused a change. */
const reportFailure = (title: string) => reportFailureOf(() => title);

const reportFailureOf = <Request>(titleOf: (request: Request) => string) => ({
  onQueryStarted: async (request: Request, { queryFulfilled }: { queryFulfilled: Promise<unknown> }) => {
    await queryFulfilled.catch(({ error }: { error: unknown }) =>
      notify({ type: 'error', title: titleOf(request), description: apiErrorOf(error).message }),
    );
  },
});

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReport: build.query<Report, string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/report', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Report>) => answer.data,
      providesTags: ['Report'],
    }),
    saveDelivery: build.mutation<Report, Delivery & { projectId: string }>({
      ...reportFailure('Failed to save the dates of the delivery'),
      query: ({ projectId, ...body }) =>
        operation('PUT', '/api/public/projects/{id}/report', { path: { id: projectId }, body }),
      transformResponse: (answer: Envelope<Report>) => answer.data,
      invalidatesTags: ['Report'],
    }),
    saveReportSettings: build.mutation<Report, { projectId: string; is_professional?: boolean; four_eyes?: boolean }>({
      ...reportFailure('Failed to save the settings of the report'),
      query: ({ projectId, ...body }) =>
        operation('PUT', '/api/public/projects/{id}/report-settings', { path: { id: projectId }, body }),
      transformResponse: (answer: Envelope<Report>) => answer.data,
      invalidatesTags: ['Report'],
    }),
    saveSection: build.mutation<void, SectionChange>({
      ...reportFailure('Failed to save the text'),
      query: ({ projectId, key, ...body }) =>
        operation('PUT', '/api/public/projects/{id}/report-sections/{key}', { path: { id: projectId, key }, body }),
      transformResponse: () => undefined,
      invalidatesTags: ['Report'],
    }),
    /** Newest first. */
    listReportVersions: build.query<ReportVersion[], string>({
      query: (projectId) => operation('GET', '/api/public/projects/{id}/report-versions', { path: { id: projectId } }),
      transformResponse: (answer: Page<ReportVersion>) => answer.data,
      providesTags: ['ReportVersion'],
    }),
    lockVersion: build.mutation<ReportVersion, VersionLock>({
      ...reportFailureOf(({ isFirst }: VersionLock) =>
        isFirst ? 'Failed to start the report' : 'Failed to lock a new version',
      ),
      query: ({ projectId, id }) =>
        operation('POST', '/api/public/projects/{id}/report-versions', { path: { id: projectId }, body: { id } }),
      transformResponse: (answer: Envelope<ReportVersion>) => answer.data,
      invalidatesTags: ['ReportVersion'],
    }),
    changeVersion: build.mutation<ReportVersion, { id: string; step: VersionStep; body?: object }>({
      ...reportFailure('Failed to change the version'),
      query: ({ id, step, body }) => ({
        ...operation('POST', `/api/public/report-versions/{id}/${step}` as const, { path: { id } }),
        ...(body && { body }),
      }),
      transformResponse: (answer: Envelope<ReportVersion>) => answer.data,
      invalidatesTags: ['ReportVersion'],
    }),
    getReportFileUrl: build.mutation<string, { id: string; name: string }>({
      ...reportFailure('Failed to download the report'),
      query: ({ id, name }) =>
        operation('GET', '/api/public/report-versions/{id}/files/{name}', { path: { id, name } }),
      transformResponse: (answer: Envelope<{ url: string }>) => answer.data.url,
    }),
    getReportDifference: build.query<ReportDifference[], { id: string; from: string }>({
      query: ({ id, from }) =>
        operation('GET', '/api/public/report-versions/{id}/difference', { path: { id }, query: { from } }),
      transformResponse: (answer: Envelope<ReportDifference[]>) => answer.data,
    }),
  }),
});

export const {
  useGetReportQuery,
  useSaveDeliveryMutation,
  useSaveReportSettingsMutation,
  useSaveSectionMutation,
  useListReportVersionsQuery,
  useLockVersionMutation,
  useChangeVersionMutation,
  useGetReportFileUrlMutation,
  useGetReportDifferenceQuery,
} = reportApi;
