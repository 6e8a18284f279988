import type { DocumentSplit } from '@symbio/client';
import { api, type Envelope } from '../../../lib/http/api.js';
import type { SplitPart } from './cuts.js';
import { operation } from '../../../lib/http/operation.js';

export type { DocumentSplit };

interface OfSplit {
  documentId: string;
  id: string;
}

const one = ({ data }: Envelope<DocumentSplit>): DocumentSplit => data;

export const splitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getSplits: build.query<DocumentSplit[], string>({
      query: (documentId) =>
        operation('GET', '/api/public/documents/{id}/split-proposals', { path: { id: documentId } }),
      transformResponse: (answer: Envelope<DocumentSplit[]>) => answer.data,
      providesTags: ['Split'],
    }),
    proposeSplit: build.mutation<DocumentSplit, OfSplit>({
      query: ({ documentId, id }) =>
        operation('POST', '/api/public/documents/{id}/split-proposals', { path: { id: documentId }, body: { id } }),
      transformResponse: one,
      invalidatesTags: ['Split'],
    }),
    saveSplit: build.mutation<DocumentSplit, OfSplit & { parts: readonly SplitPart[]; revision: number }>({
      query: ({ documentId, id, parts, revision }) =>
        operation('PUT', '/api/public/documents/{id}/split-proposals/{split_id}', {
          path: { id: documentId, split_id: id },
          body: {
            revision,
            documents: parts.map(({ from_page, category, title, is_titled: isTitled, year, address }) => ({
              ...{ from_page, category, year, address },
              title: isTitled ? title : null,
            })),
          },
        }),
      transformResponse: one,
    }),
    confirmSplit: build.mutation<DocumentSplit, OfSplit>({
      query: ({ documentId, id }) =>
        operation('POST', '/api/public/documents/{id}/split-proposals/{split_id}/confirm', {
          path: { id: documentId, split_id: id },
        }),
      transformResponse: one,
      invalidatesTags: ['Split', 'Document', 'Project', 'Job'],
    }),
    undoSplit: build.mutation<DocumentSplit, OfSplit>({
      query: ({ documentId, id }) =>
        operation('POST', '/api/public/documents/{id}/split-proposals/{split_id}/undo', {
          path: { id: documentId, split_id: id },
        }),
      transformResponse: one,
      invalidatesTags: ['Split', 'Document', 'Project', 'Job'],
    }),
  }),
});

export const {
  useGetSplitsQuery,
  useProposeSplitMutation,
  useSaveSplitMutation,
  useConfirmSplitMutation,
  useUndoSplitMutation,
} = splitsApi;
