import type { DataSet } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { DataSet };
export type ListVersion = DataSet['versions'][number];

const dataSetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDataSets: build.query<DataSet[], void>({
      query: () => operation('GET', '/api/public/data-sets', { query: { per_page: MAX_PER_PAGE } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<DataSet[]>) => answer.data,
      providesTags: ['DataSet'],
    }),
  }),
});

export const { useListDataSetsQuery } = dataSetsApi;
