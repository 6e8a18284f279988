import type { DataSet } from '@symbio/client';
import { MAX_PER_PAGE } from '@symbio/proto/limits';
import { api, type Envelope } from '../lib/http/api.js';

export type { DataSet };
export type ListVersion = DataSet['versions'][number];

const dataSetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDataSets: build.query<DataSet[], void>({
      query: () => ({ url: '/api/public/data-sets', params: { per_page: MAX_PER_PAGE } }),
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<DataSet[]>) => answer.data,
      providesTags: ['DataSet'],
    }),
  }),
});

export const { useListDataSetsQuery } = dataSetsApi;
