import type { PageOpening } from '@symbio/client';
import { api, type Envelope } from '../lib/http/api.js';
import { operation } from '../lib/http/operation.js';

interface OfDocument {
  projectId: string;
  documentId: string;
}

const pageOpeningsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Ids of pages that any person opened. */
    getOpenedPages: build.query<string[], OfDocument>({
      query: ({ projectId, documentId }) =>
        operation('GET', '/api/public/projects/{id}/page-openings', {
          path: { id: projectId },
          query: { document_id: documentId },
        }),
      extraOptions: { whole: true },
      transformResponse: ({ data }: Envelope<PageOpening[]>) => [...new Set(data.map(({ page_id }) => page_id))],
    }),
    recordPageOpening: build.mutation<PageOpening, string>({
      query: (id) => operation('PUT', '/api/public/document-pages/{id}/opened', { path: { id } }),
      transformResponse: ({ data }: Envelope<PageOpening>) => data,
      onQueryStarted: async (_, { dispatch, queryFulfilled }) => {
        const answer = await queryFulfilled.catch(() => undefined); // the next view of the page records it
        if (!answer) return;
        const { project_id: projectId, document_id: documentId, page_id: pageId } = answer.data;
        dispatch(
          pageOpeningsApi.util.updateQueryData('getOpenedPages', { projectId, documentId }, (ids) => {
            if (!ids.includes(pageId)) ids.push(pageId);
          }),
        );
      },
      invalidatesTags: (opening) => (opening ? ['PageOpening'] : []),
    }),
  }),
});

export const { useGetOpenedPagesQuery, useRecordPageOpeningMutation } = pageOpeningsApi;
