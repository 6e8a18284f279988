import type { DeletedProject as ClientProject } from '@symbio/client/app';
import type { ApiItem } from '../../../lib/http/api-types.js';
import { api, type Envelope, type Page } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import type { Project } from '../../../lib/project/project-context.js';

/** Times are ISO strings. */
export type DeletedProject = Omit<ApiItem<ClientProject>, 'deleted_at' | 'purge_at'> & {
  deleted_at: string;
  purge_at: string;
};

/** CONST-05 */
const PER_PAGE = 20;

export const deletedProjectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getDeletedProjects: build.query<Page<DeletedProject>, number>({
      extraOptions: { failure: 'Failed to fetch projects' },
      query: (page) => operation('GET', '/api/deleted-projects', { query: { page, per_page: PER_PAGE } }),
      providesTags: [{ type: 'Project', id: 'DELETED' }],
    }),
    restoreProject: build.mutation<Project, string>({
      extraOptions: { failure: 'Failed to restore project' },
      query: (id) => operation('POST', '/api/public/projects/{id}/restore', { path: { id } }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      invalidatesTags: (_result, _error, id) => ['Project', 'Company', { type: 'ProjectAccess', id }],
    }),
    eraseProject: build.mutation<{ success: boolean }, string>({
      extraOptions: { failure: 'Failed to delete project' },
      query: (id) => operation('DELETE', '/api/deleted-projects/{id}', { path: { id } }),
      invalidatesTags: [{ type: 'Project', id: 'DELETED' }],
    }),
  }),
});

export const { useGetDeletedProjectsQuery } = deletedProjectsApi;
