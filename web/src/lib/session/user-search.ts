import type { FoundUser as ClientUser } from '@symbio/client/app';
import { api, type Envelope } from '../http/api.js';
import { operation } from '../http/operation.js';

/** E-mail only for callers with canManageUser. */
export type FoundUser = Pick<ClientUser, 'id'> & { name: string | null; email?: string | null };

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    searchUsers: build.query<FoundUser[], string>({
      query: (q) => operation('GET', '/api/users/search', { query: { q } }),
      transformResponse: (answer: Envelope<FoundUser[]>) => answer.data,
    }),
  }),
});

export const { useLazySearchUsersQuery, useSearchUsersQuery } = usersApi;
