import type { DeletedDocument as ClientDocument } from '@symbio/client/app';
import type { ApiItem } from '../../../lib/http/api-types.js';
import { api, type Envelope, type Page } from '../../../lib/http/api.js';
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
      query: ({ projectId, page, perPage }) => ({
        url: '/api/deleted-documents',
        params: { project_id: projectId, page, per_page: perPage },
      }),
      providesTags: [{ type: 'Document', id: 'DELETED' }],
    }),
    restoreDocument: build.mutation<ProjectDocument, string>({
      extraOptions: { failure: 'Failed to restore document' },
      query: (id) => ({ url: `/api/documents/${encodeURIComponent(id)}/restore`, method: 'POST' }),
      transformResponse: (answer: Envelope<ProjectDocument>) => answer.data,
      invalidatesTags: [...SHOWN],
    }),
    eraseDocument: build.mutation<{ success: boolean }, string>({
      extraOptions: { failure: 'Failed to delete document' },
      query: (id) => ({ url: `/api/deleted-documents/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: [{ type: 'Document', id: 'DELETED' }],
    }),
  }),
});

export const { useGetDeletedDocumentsQuery } = deletedDocumentsApi;
