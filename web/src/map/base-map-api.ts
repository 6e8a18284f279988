import type { BaseMap } from '@symbio/client';
import { api } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

export type { BaseMap } from '@symbio/client';

export const baseMapApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Null where the installation has none. */
    getBaseMap: build.query<BaseMap | null, void>({
      query: () => operation('GET', '/api/public/base-map'),
      transformResponse: (answer: { data: BaseMap | null }) => answer.data,
    }),
  }),
});

export const { useGetBaseMapQuery } = baseMapApi;
