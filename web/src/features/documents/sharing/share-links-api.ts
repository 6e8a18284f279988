import { api, type Envelope } from '../../../lib/http/api.js';

export interface ShareLink {
  id: string;
  name: string;
  /** Its manifest contains marks. */
  with_findings: boolean;
  by_name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The addresses are shown once. */
export type NewShareLink = ShareLink & {
  manifest_url?: string;
  /** Of the first page; null without one. */
  info_url?: string | null;
  /** Why there is no address. */
  message?: string;
};

interface NewLink {
  documentId: string;
  name: string;
  with_findings: boolean;
}

const linksOf = (documentId: string): string => `/api/documents/${encodeURIComponent(documentId)}/share-links`;

const shareLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShareLinks: build.query<ShareLink[], string>({
      query: linksOf,
      transformResponse: (answer: Envelope<ShareLink[]>) => answer.data,
      providesTags: ['ShareLink'],
    }),
    createShareLink: build.mutation<NewShareLink, NewLink>({
      query: ({ documentId, ...body }) => ({ url: linksOf(documentId), method: 'POST', body }),
      transformResponse: (answer: Envelope<NewShareLink>) => answer.data,
      invalidatesTags: ['ShareLink'],
    }),
    revokeShareLink: build.mutation<void, { documentId: string; id: string }>({
      query: ({ documentId, id }) => ({ url: `${linksOf(documentId)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      transformResponse: () => undefined,
      // also on failure: another owner may have revoked it
      invalidatesTags: ['ShareLink'],
    }),
  }),
});

export const { useListShareLinksQuery, useCreateShareLinkMutation, useRevokeShareLinkMutation } = shareLinksApi;
