import type { DataSet } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';

export type { DataSet };
export type ListVersion = DataSet['versions'][number];

const dataSetsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDataSets: build.query<DataSet[], void>({
      query: () => '/api/public/data-sets',
      extraOptions: { whole: true },
      transformResponse: (answer: Envelope<DataSet[]>) => answer.data,
      providesTags: ['DataSet'],
    }),
  }),
});

export const { useListDataSetsQuery } = dataSetsApi;
