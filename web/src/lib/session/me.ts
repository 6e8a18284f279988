import type { Me as ClientMe } from '@symbio/client/app';
import type { Permission, UserRole } from '@symbio/proto/identity/vocabulary';
import { api, type Envelope } from '../http/api.js';
import { operation } from '../http/operation.js';

export type Me = Omit<ClientMe, 'name' | 'permissions'> & {
  name: string | null;
  permissions: Record<Permission, boolean>;
};

/** Empty company and phone are omitted (SET-02). */
export interface ProfileChange {
  name: string;
  company?: string;
  phone?: string;
}

/** AUTH-26, OP-12 */
export const ROLE_LABELS: Record<UserRole, string> = {
  administrator: 'Administrator',
  symbio: 'Symbio',
  customer: 'Customer',
};

const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query<Me, void>({
      extraOptions: { isKept: true },
      query: () => operation('GET', '/api/me'),
      transformResponse: (answer: Envelope<Me>) => answer.data,
      providesTags: ['Me'],
    }),
    updateMe: build.mutation<Me, ProfileChange>({
      extraOptions: { failure: 'Failed to update profile', carriesError: true },
      query: (body) => operation('PUT', '/api/me', { body }),
      transformResponse: (answer: Envelope<Me>) => answer.data,
      // updates the cache at once, even if refetching the user fails
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined); // the form shows the error
        if (saved) dispatch(meApi.util.updateQueryData('getMe', undefined, () => saved.data));
      },
      invalidatesTags: ['Me', 'User'],
    }),
    saveQualification: build.mutation<Me, Me['qualification']>({
      extraOptions: { failure: 'Failed to save the qualification', carriesError: true },
      query: (qualification) => operation('PUT', '/api/me/qualification', { body: { qualification } }),
      transformResponse: (answer: Envelope<Me>) => answer.data,
      invalidatesTags: ['Me'],
    }),
  }),
});

export const { useGetMeQuery, useUpdateMeMutation, useSaveQualificationMutation } = meApi;

export const useMe = (): Me | undefined => useGetMeQuery().data;

/** Whether the user is staff or administrator of the operator (decision 0158). False while loading. */
export const seesAllOrganizations = (me: Me | undefined): boolean =>
  me !== undefined && me.organization_id === undefined && me.role !== 'customer';

/** Whether the user manages what concerns the whole installation (decision 0158). */
export function useManagesInstallation(): boolean {
  const me = useMe();
  return me?.role === 'administrator' && seesAllOrganizations(me);
}

/** Undefined while loading (AUTH-27). */
export function usePermission(permission: Permission): boolean | undefined {
  const me = useMe();
  return me && me.permissions[permission] === true;
}
