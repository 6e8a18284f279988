import type { CreatedShareLink, ShareLink as ClientLink } from '@symbio/client/app';
import type { ApiItem } from '../../../lib/http/api-types.js';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';

export type ShareLink = Omit<ApiItem<ClientLink>, 'document_id' | 'by_id'>;

/** The addresses are shown once. */
export type NewShareLink = ShareLink &
  Partial<Pick<CreatedShareLink, 'manifest_url' | 'info_url'>> & {
    /** Why there is no address. */
    message?: string;
  };

interface NewLink {
  documentId: string;
  name: string;
  with_findings: boolean;
}

const shareLinksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listShareLinks: build.query<ShareLink[], string>({
      query: (documentId) => operation('GET', '/api/documents/{id}/share-links', { path: { id: documentId } }),
      transformResponse: (answer: Envelope<ShareLink[]>) => answer.data,
      providesTags: ['ShareLink'],
    }),
    createShareLink: build.mutation<NewShareLink, NewLink>({
      query: ({ documentId, ...body }) =>
        operation('POST', '/api/documents/{id}/share-links', { path: { id: documentId }, body }),
      transformResponse: (answer: Envelope<NewShareLink>) => answer.data,
      invalidatesTags: ['ShareLink'],
    }),
    revokeShareLink: build.mutation<void, { documentId: string; id: string }>({
      query: ({ documentId, id }) =>
        operation('DELETE', '/api/documents/{id}/share-links/{link_id}', { path: { id: documentId, link_id: id } }),
      transformResponse: () => undefined,
      // also on failure: another owner may have revoked it
      invalidatesTags: ['ShareLink'],
    }),
  }),
});

export const { useListShareLinksQuery, useCreateShareLinkMutation, useRevokeShareLinkMutation } = shareLinksApi;
