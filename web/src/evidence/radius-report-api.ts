import type { RadiusReport } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';

export type { RadiusReport };
export type ReportRow = RadiusReport['rows'][number];
export type ReportList = RadiusReport['lists'][number];

const at = (documentId: string): string => `/api/public/documents/${encodeURIComponent(documentId)}/radius-report`;
const data = (answer: Envelope<RadiusReport>): RadiusReport => answer.data;

const radiusApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRadiusReport: build.query<RadiusReport, string>({
      query: at,
      transformResponse: data,
      providesTags: ['RadiusReport'],
    }),
    readRadiusReport: build.mutation<RadiusReport, string>({
      query: (documentId) => ({ url: at(documentId), method: 'POST' }),
      transformResponse: data,
      invalidatesTags: (_result, error) => (error ? [] : ['RadiusReport']),
    }),
    confirmRadiusReport: build.mutation<
      RadiusReport,
      { documentId: string; lists: readonly string[]; revision: number }
    >({
      query: ({ documentId, ...body }) => ({ url: `${at(documentId)}/confirm`, method: 'PUT', body }),
      transformResponse: data,
      invalidatesTags: (_result, error) => (error ? [] : ['RadiusReport', 'RecordSearch']),
    }),
    undoRadiusReport: build.mutation<RadiusReport, string>({
      query: (documentId) => ({ url: `${at(documentId)}/confirm`, method: 'DELETE' }),
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
