import type { Account, Organization } from '@symbio/client/app';
import type { UserRole } from '@symbio/proto/identity/vocabulary';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import { apiErrorOf } from '../../lib/http/errors.js';
import { request } from '../../lib/http/request.js';

/** SET-10 */
export type ListedUser = Omit<Account, 'name'> & { name: string | null };

export interface UserChange {
  role?: UserRole;
  disabled?: boolean;
  /** Empty: the operator of the installation. */
  organization_id?: string;
}

/** Server's maximum. */
const PER_PAGE = 100;

/** Screen searches all users. */
async function everyUser(signal: AbortSignal): Promise<ListedUser[]> {
  const users: ListedUser[] = [];
  for (let page = 1; ; page++) {
    const params = { page, per_page: PER_PAGE };
    const answer = await request<Page<ListedUser>>({ ...operation('GET', '/api/users', { query: params }), signal });
    users.push(...answer.data);
    if (page >= (answer.total_pages ?? 1)) return users;
  }
}

const applied = (user: ListedUser, change: UserChange): ListedUser => {
  const { disabled: was, organization_id: before, ...rest } = user;
  const { role = user.role, disabled = was, organization_id: organization = before } = change;
  return {
    ...rest,
    role,
    ...(disabled ? { disabled: true } : {}),
    ...(organization ? { organization_id: organization } : {}),
  };
};

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<ListedUser[], void>({
      queryFn: async (_none, { signal }) => {
        try {
          return { data: await everyUser(signal) };
        } catch (thrown) {
          if (signal.aborted) throw thrown;
          return { error: apiErrorOf(thrown) };
        }
      },
      providesTags: ['User'],
    }),
    updateUser: build.mutation<ListedUser, { id: string; change: UserChange }>({
      query: ({ id, change }) => operation('PUT', '/api/users/{id}', { path: { id }, body: change }),
      transformResponse: (answer: Envelope<ListedUser>) => answer.data,
      onQueryStarted: async ({ id, change }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          usersApi.util.updateQueryData('listUsers', undefined, (users) =>
            users.map((user) => (user.id === id ? applied(user, change) : user)),
          ),
        );
        try {
          await queryFulfilled;
        } catch {
          // the caller shows the error
          patch.undo();
        }
      },
      invalidatesTags: ['User', 'Member'],
    }),
    createOrganization: build.mutation<Organization, string>({
      query: (name) => operation('POST', '/api/organizations', { body: { name } }),
      transformResponse: (answer: Envelope<Organization>) => answer.data,
      invalidatesTags: ['User'],
    }),
    renameOrganization: build.mutation<Organization, Organization>({
      query: ({ id, name }) => operation('PUT', '/api/organizations/{id}', { path: { id }, body: { name } }),
      transformResponse: (answer: Envelope<Organization>) => answer.data,
      invalidatesTags: ['User'],
    }),
    // the replacement name appears everywhere
    eraseUser: build.mutation<{ id: string; name: string }, string>({
      query: (id) => operation('DELETE', '/api/users/{id}', { path: { id } }),
      transformResponse: (answer: Envelope<{ id: string; name: string }>) => answer.data,
      invalidatesTags: ['User', 'Member'],
    }),
  }),
});

export const {
  useCreateOrganizationMutation,
  useEraseUserMutation,
  useListUsersQuery,
  useRenameOrganizationMutation,
  useUpdateUserMutation,
} = usersApi;
