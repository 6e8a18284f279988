import type { DeletedDocument as ClientDocument } from '@symbio/client/app';
import type { ApiItem } from '../../../lib/http/api-types.js';
import { api, type Envelope, type Page } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import type { ProjectDocument } from '../../../evidence/documents-api.js';
import { SHOWN } from '../bulk-changes.js';

/** Times are ISO strings. */
export type DeletedDocument = Omit<ApiItem<ClientDocument>, 'category' | 'deleted_at' | 'purge_at'> & {
  category: string;
  deleted_at: string;
  purge_at: string;
};

export const deletedDocumentsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeletedDocuments: build.query<Page<DeletedDocument>, { projectId: string; page: number; perPage: number }>({
      extraOptions: { failure: 'Failed to fetch documents' },
      query: ({ projectId, page, perPage }) =>
        operation('GET', '/api/deleted-documents', { query: { project_id: projectId, page, per_page: perPage } }),
      providesTags: [{ type: 'Document', id: 'DELETED' }],
    }),
    restoreDocument: build.mutation<ProjectDocument, string>({
      extraOptions: { failure: 'Failed to restore document' },
      query: (id) => operation('POST', '/api/documents/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
    eraseDocument: build.mutation<{ success: boolean }, string>({
      extraOptions: { failure: 'Failed to delete document' },
      query: (id) => operation('DELETE', '/api/deleted-documents/{id}', { path: { id } }),
      invalidatesTags: [{ type: 'Document', id: 'DELETED' }],
    }),
  }),
});

export const { useGetDeletedDocumentsQuery } = deletedDocumentsApi;
