import type { RetainedReport } from '@symbio/client/app';
import { api, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export type { RetainedReport } from '@symbio/client/app';

/** CONST-05 */
const PER_PAGE = 20;

const retainedReportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getRetainedReports: build.query<Page<RetainedReport>, number>({
      query: (page) => operation('GET', '/api/retained-reports', { query: { page, per_page: PER_PAGE } }),
    }),
  }),
});

export const { useGetRetainedReportsQuery } = retainedReportsApi;
