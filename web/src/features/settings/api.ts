import { api, type Envelope } from '../../lib/api.js';
import type { Role } from '../../lib/me.js';

/** A user, as the list for those with canManageUser serves them (SET-10). */
export interface ListedUser {
  id: string;
  name: string | null;
  email: string;
  role: Role;
}

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    listUsers: build.query<ListedUser[], void>({
      query: () => ({ url: '/api/users', params: { per_page: 100 } }),
      transformResponse: (answer: Envelope<ListedUser[]>) => answer.data,
      providesTags: ['User'],
    }),
  }),
});

export const { useListUsersQuery } = usersApi;
