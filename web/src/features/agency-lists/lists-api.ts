import type { DataSet } from '../../evidence/data-sets-api.js';
import { api, type Envelope } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';

export interface NewList {
  /** Client-generated: creation is idempotent. */
  id: string;
  name: string;
  agency: string;
  source_url: string;
  licence: string;
}

export interface NamedColumns {
  id: string;
  versionId: string;
  /** Column by field. */
  columns: Readonly<Record<string, string>>;
  lists: readonly string[];
}

const listsApi = api.injectEndpoints({
  endpoints: (build) => ({
    createDataSet: build.mutation<DataSet, NewList>({
      query: (body) => operation('POST', '/api/public/data-sets', { body }),
      transformResponse: (answer: Envelope<DataSet>) => answer.data,
      invalidatesTags: ['DataSet'],
    }),
    deleteDataSet: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/data-sets/{id}', { path: { id } }),
      transformResponse: () => undefined,
      // also on failure: another person may have deleted it
      invalidatesTags: ['DataSet', 'RecordSearch'],
    }),
    nameColumns: build.mutation<DataSet, NamedColumns>({
      query: ({ id, versionId, columns, lists }) =>
        operation('PUT', '/api/public/data-sets/{id}/versions/{version_id}/columns', {
          path: { id, version_id: versionId },
          body: { columns, lists },
        }),
      transformResponse: (answer: Envelope<DataSet>) => answer.data,
      invalidatesTags: (_result, error) => (error ? [] : ['DataSet']),
    }),
  }),
});

export const { useCreateDataSetMutation, useDeleteDataSetMutation, useNameColumnsMutation } = listsApi;
