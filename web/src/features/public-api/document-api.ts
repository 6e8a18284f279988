import type { ApiDocument } from '@symbio/api/reference';
import { api } from '../../lib/http/api.js';

const documentApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Browser revalidates it with its ETag. */
    apiDocument: build.query<ApiDocument, void>({
      query: () => ({ url: '/api/public/openapi.json', isOpen: true }),
    }),
  }),
});

export const { useApiDocumentQuery } = documentApi;
