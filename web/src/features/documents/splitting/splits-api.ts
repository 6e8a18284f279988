import type { DocumentSplit } from '@symbio/client';
import { api, type Envelope } from '../../../lib/http/api.js';
import type { SplitPart } from './cuts.js';

export type { DocumentSplit };

interface OfSplit {
  documentId: string;
  id: string;
}

const at = (documentId: string, id?: string): string =>
  ['/api/public/documents', encodeURIComponent(documentId), 'split-proposals', ...(id ? [id] : [])].join('/');

const one = ({ data }: Envelope<DocumentSplit>): DocumentSplit => data;

export const splitsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Newest first. */
    getSplits: build.query<DocumentSplit[], string>({
      query: (documentId) => at(documentId),
      transformResponse: (answer: Envelope<DocumentSplit[]>) => answer.data,
      providesTags: ['Split'],
    }),
    proposeSplit: build.mutation<DocumentSplit, OfSplit>({
      query: ({ documentId, id }) => ({ url: at(documentId), method: 'POST', body: { id } }),
      transformResponse: one,
      invalidatesTags: ['Split'],
    }),
    saveSplit: build.mutation<DocumentSplit, OfSplit & { parts: readonly SplitPart[]; revision: number }>({
      query: ({ documentId, id, parts, revision }) => ({
        url: at(documentId, id),
        method: 'PUT',
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
      query: ({ documentId, id }) => ({ url: `${at(documentId, id)}/confirm`, method: 'POST' }),
      transformResponse: one,
      invalidatesTags: ['Split', 'Document', 'Project', 'Job'],
    }),
    undoSplit: build.mutation<DocumentSplit, OfSplit>({
      query: ({ documentId, id }) => ({ url: `${at(documentId, id)}/undo`, method: 'POST' }),
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
