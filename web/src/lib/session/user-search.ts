import type { FoundUser as ClientUser } from '@symbio/client/app';
import { api, type Envelope } from '../http/api.js';

/** E-mail only for callers with canManageUser. */
export type FoundUser = Pick<ClientUser, 'id'> & { name: string | null; email?: string | null };

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query<FoundUser[], string>({
      query: (q) => ({ url: '/api/users/search', params: { q } }),
      transformResponse: (answer: Envelope<FoundUser[]>) => answer.data,
    }),
  }),
});

export const { useLazySearchUsersQuery, useSearchUsersQuery } = usersApi;
