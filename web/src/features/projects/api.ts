import type { AddressCheck, Member as ClientMember } from '@symbio/client/app';
import { MAX_SEARCH } from '@symbio/proto/limits';
import type { ProjectRole, ProjectSort, ProjectStatus } from '@symbio/proto/project/vocabulary';
import { undoOnFailure, type Patch } from '../../lib/http/optimistic.js';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { timezone } from '../../lib/ui/formats.js';
import type { Project } from '../../lib/project/project-context.js';
import type { ProjectFields } from './project-fields.js';
import { temporaryProject } from './temporary-project.js';

/** CONST-05 */
export const PROJECTS_PER_PAGE = 20;

export type StatusFilter = 'all' | 'open' | 'completed';
export type SortOrder = 'asc' | 'desc';
export type CreatedFilter = 'all' | 'last7days' | 'last30days' | 'thisMonth' | 'lastMonth';

export interface ProjectListQuery {
  page: number;
  search: string;
  status: StatusFilter;
  client_company: string;
  created: CreatedFilter;
  sort: ProjectSort;
  order: SortOrder;
}

export type { AddressCheck } from '@symbio/client/app';

export interface ProjectChange extends ProjectFields {
  status: ProjectStatus;
}

export interface NewProject {
  id: string;
  fields: ProjectFields;
  /** Empty: the caller's own. */
  organizationId: string;
}

export interface ProjectAccess {
  has_access: boolean;
  role: ProjectRole;
}

/** `admin` belongs to administrators. */
export type MemberRole = Exclude<ProjectRole, 'admin'>;

export type Member = Pick<ClientMember, 'user_id'> & { name: string | null; email?: string | null; role: MemberRole };

const cachedLists = (state: Parameters<typeof api.util.selectInvalidatedBy>[0]): ProjectListQuery[] =>
  api.util
    .selectInvalidatedBy(state, ['Project'])
    .filter(({ endpointName }) => endpointName === 'listProjects')
    .map(({ originalArgs }) => originalArgs as ProjectListQuery);

/** It may be the user's own role, which the project carries. */
const tagsOfMembership = (id: string) =>
  [
    { type: 'Member', id },
    { type: 'ProjectAccess', id },
    { type: 'Project', id },
  ] as const;

export const projectsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<Page<Project>, ProjectListQuery>({
      extraOptions: { failure: 'Failed to fetch projects' },
      query: ({ page, search, status, client_company, created, sort, order }) =>
        operation('GET', '/api/public/projects', {
          query: {
            page,
            per_page: PROJECTS_PER_PAGE,
            search: search.trim().slice(0, MAX_SEARCH),
            status: status === 'all' ? undefined : status,
            client_company,
            ...(created === 'all' ? {} : { created, tz: timezone() }),
            ...(sort === 'created_at' && order === 'desc' ? {} : { sort, order }),
          },
        }),
      providesTags: ['Project', { type: 'Project', id: 'LIST' }],
    }),
    getProject: build.query<Project, string>({
      extraOptions: { isKept: true },
      query: (id) => ({ ...operation('GET', '/api/public/projects'), params: { id } }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      providesTags: (_result, _error, id) => ['Project', { type: 'Project', id }],
    }),
    countFeatures: build.query<number, string>({
      query: (id) => operation('GET', '/api/public/features', { query: { project_id: id, per_page: 1 } }),
      transformResponse: ({ count }: Page<unknown>) => count,
      providesTags: ['Feature'],
    }),
    getProjectAccess: build.query<ProjectAccess, string>({
      query: (id) => operation('GET', '/api/projects/{id}/access', { path: { id } }),
      transformResponse: (answer: Envelope<ProjectAccess>) => answer.data,
      providesTags: (_result, _error, id) => [{ type: 'ProjectAccess', id }],
    }),
    listCompanies: build.query<string[], void>({
      extraOptions: { whole: true },
      query: () => ({ ...operation('GET', '/api/public/projects'), params: { companies: true } }),
      transformResponse: (answer: Envelope<string[]>) => answer.data,
      providesTags: ['Company'],
    }),
    checkAddress: build.query<AddressCheck, { state: string; zip: string; city: string }>({
      query: (params) => operation('GET', '/api/address-check', { query: params }),
      transformResponse: (answer: Envelope<AddressCheck>) => answer.data,
    }),
    // First in page 1 lists until the server has numbered it (PROJ-38, PROJ-39).
    createProject: build.mutation<Project, NewProject>({
      query: ({ id, fields, organizationId }) =>
        operation('POST', '/api/public/projects', {
          body: { id, ...withoutEmpty(fields), ...(organizationId && { organization_id: organizationId }) },
        }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      onQueryStarted: async ({ fields }, lifecycle) => {
        const temporary = temporaryProject(fields);
        const firstPages = cachedLists(lifecycle.getState()).filter((list) => list.page === 1);
        const patches = firstPages.map((args) =>
          lifecycle.dispatch(
            projectsApi.util.updateQueryData('listProjects', args, (list) => {
              list.data.unshift(temporary);
              list.count += 1;
            }),
          ),
        );
        await undoOnFailure(lifecycle.queryFulfilled, patches);
        const created = await lifecycle.queryFulfilled.catch(() => undefined); // the dialog shows the error
        if (!created) return;
        // store the created project, in case the lists cannot be read again
        for (const args of firstPages) {
          lifecycle.dispatch(
            projectsApi.util.updateQueryData('listProjects', args, (list) => {
              const at = list.data.findIndex(({ id }) => id === temporary.id);
              if (at >= 0) list.data[at] = { ...temporary, ...created.data };
            }),
          );
        }
      },
      invalidatesTags: ['Project', 'Company'],
    }),
    copySample: build.mutation<Project, { id: string; sampleId: string }>({
      query: ({ id, sampleId }) =>
        operation('POST', '/api/projects/{id}/copy', { path: { id: sampleId }, body: { id } }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      invalidatesTags: ['Project', 'Company'],
    }),
    updateProject: build.mutation<Project, { id: string; change: Partial<ProjectChange> }>({
      query: ({ id, change }) => operation('PUT', '/api/public/projects', { query: { id }, body: change }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      onQueryStarted: async ({ id, change }, lifecycle) => {
        const patches: Patch[] = cachedLists(lifecycle.getState()).map((args) =>
          lifecycle.dispatch(
            projectsApi.util.updateQueryData('listProjects', args, (list) => {
              const project = list.data.find((each) => each.id === id);
              if (project) Object.assign(project, change);
            }),
          ),
        );
        patches.push(
          lifecycle.dispatch(
            projectsApi.util.updateQueryData('getProject', id, (project) => {
              Object.assign(project, change);
            }),
          ),
        );
        await undoOnFailure(lifecycle.queryFulfilled, patches);
      },
      invalidatesTags: ['Project', 'Company'],
    }),
    setOrganization: build.mutation<Project, { id: string; organizationId: string }>({
      query: ({ id, organizationId }) =>
        operation('PUT', '/api/projects/{id}/organization', {
          path: { id },
          body: { organization_id: organizationId },
        }),
      transformResponse: (answer: Envelope<Project>) => answer.data,
      invalidatesTags: (_result, error, { id }) => (error ? [] : tagsOfMembership(id)),
    }),
    deleteProject: build.mutation<void, string>({
      extraOptions: { failure: 'Failed to delete project' },
      query: (id) => operation('DELETE', '/api/public/projects', { query: { id } }),
      transformResponse: () => undefined,
      onQueryStarted: async (id, lifecycle) => {
        const patches = cachedLists(lifecycle.getState()).map((args) =>
          lifecycle.dispatch(
            projectsApi.util.updateQueryData('listProjects', args, (list) => {
              const index = list.data.findIndex((each) => each.id === id);
              if (index < 0) return;
              list.data.splice(index, 1);
              list.count -= 1;
            }),
          ),
        );
        await undoOnFailure(lifecycle.queryFulfilled, patches);
      },
      // not the project itself: its page would read it again before navigation
      invalidatesTags: [{ type: 'Project', id: 'LIST' }, { type: 'Project', id: 'DELETED' }, 'Company'],
    }),
    listMembers: build.query<Member[], string>({
      query: (projectId) => operation('GET', '/api/projects/{id}/members', { path: { id: projectId } }),
      transformResponse: (answer: Envelope<Member[]>) => answer.data,
      providesTags: (_result, _error, projectId) => [{ type: 'Member', id: projectId }, 'Member'],
    }),
    addMember: build.mutation<void, { projectId: string; userId: string; role: MemberRole }>({
      query: ({ projectId, userId, role }) =>
        operation('POST', '/api/projects/{id}/members', { path: { id: projectId }, body: { user_id: userId, role } }),
      transformResponse: () => undefined,
      invalidatesTags: (_result, error, { projectId }) => (error ? [] : [{ type: 'Member', id: projectId }]),
    }),
    updateMember: build.mutation<void, { projectId: string; userId: string; role: MemberRole }>({
      query: ({ projectId, userId, role }) =>
        operation('PUT', '/api/projects/{id}/members/{userId}', { path: { id: projectId, userId }, body: { role } }),
      transformResponse: () => undefined,
      onQueryStarted: async ({ projectId, userId, role }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          projectsApi.util.updateQueryData('listMembers', projectId, (members) => {
            const member = members.find((each) => each.user_id === userId);
            if (member) member.role = role;
          }),
        );
        await undoOnFailure(queryFulfilled, [patch]);
      },
      invalidatesTags: (_result, error, { projectId }) => (error ? [] : tagsOfMembership(projectId)),
    }),
    removeMember: build.mutation<void, { projectId: string; userId: string }>({
      query: ({ projectId, userId }) =>
        operation('DELETE', '/api/projects/{id}/members/{userId}', { path: { id: projectId, userId } }),
      transformResponse: () => undefined,
      invalidatesTags: (_result, error, { projectId }) => (error ? [] : tagsOfMembership(projectId)),
    }),
  }),
});

/** The dialog requires the fields that the server requires. */
function withoutEmpty(fields: ProjectFields): ProjectFields {
  const given = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  return Object.fromEntries(given) as unknown as ProjectFields;
}

export const {
  useListProjectsQuery,
  useGetProjectQuery,
  useCountFeaturesQuery,
  useGetProjectAccessQuery,
  useListCompaniesQuery,
  useCheckAddressQuery,
  useCopySampleMutation,
  useCreateProjectMutation,
  useUpdateProjectMutation,
  useSetOrganizationMutation,
  useListMembersQuery,
  useAddMemberMutation,
  useUpdateMemberMutation,
  useRemoveMemberMutation,
} = projectsApi;
