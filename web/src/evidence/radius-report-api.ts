import type { RadiusReport } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { RadiusReport };
export type ReportRow = RadiusReport['rows'][number];
export type ReportList = RadiusReport['lists'][number];
const data = (answer: Envelope<RadiusReport>): RadiusReport => answer.data;

const radiusApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRadiusReport: build.query<RadiusReport, string>({
      query: (documentId) => operation('GET', '/api/public/documents/{id}/radius-report', { path: { id: documentId } }),
      transformResponse: data,
      providesTags: ['RadiusReport'],
    }),
    readRadiusReport: build.mutation<RadiusReport, string>({
      query: (documentId) =>
        operation('POST', '/api/public/documents/{id}/radius-report', { path: { id: documentId } }),
      transformResponse: data,
      invalidatesTags: (_result, error) => (error ? [] : ['RadiusReport']),
    }),
    confirmRadiusReport: build.mutation<
      RadiusReport,
      { documentId: string; lists: readonly string[]; revision: number }
    >({
      query: ({ documentId, ...body }) =>
        operation('PUT', '/api/public/documents/{id}/radius-report/confirm', { path: { id: documentId }, body }),
      transformResponse: data,
      invalidatesTags: (_result, error) => (error ? [] : ['RadiusReport', 'RecordSearch']),
    }),
    undoRadiusReport: build.mutation<RadiusReport, string>({
      query: (documentId) =>
        operation('DELETE', '/api/public/documents/{id}/radius-report/confirm', { path: { id: documentId } }),
      transformResponse: data,
      invalidatesTags: (_result, error) => (error ? [] : ['RadiusReport', 'RecordSearch']),
    }),
  }),
});

export const {
  useGetRadiusReportQuery,
  useReadRadiusReportMutation,
  useConfirmRadiusReportMutation,
  useUndoRadiusReportMutation,
} = radiusApi;
