import type { ApiDocument } from '@symbio/api/reference';
import { api } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

const documentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Browser revalidates it with its ETag. */
    apiDocument: build.query<ApiDocument, void>({
      query: () => ({ ...operation('GET', '/api/public/openapi.json'), isOpen: true }),
    }),
  }),
});

export const { useApiDocumentQuery } = documentApi;
