import type { Permission, UserRole } from '@symbio/proto/identity/vocabulary';
import { api, type Envelope } from './api.js';

/** The signed-in user, as `GET /api/me` serves them. */
export interface Me {
  id: string;
  email: string;
  name: string | null;
  company: string | null;
  phone: string | null;
  role: UserRole;
  /** The author whose id the user's annotations and features carry. */
  author_id: string;
  permissions: Record<Permission, boolean>;
}

/** Fields of a profile that its owner may change; company and phone are left out when empty (SET-02). */
export interface ProfileChange {
  name: string;
  company?: string;
  phone?: string;
}

/** Labels of the roles (AUTH-26, OP-12). */
export const ROLE_LABELS: Record<UserRole, string> = {
  administrator: 'Administrator',
  symbio: 'Symbio',
  customer: 'Customer',
};

const meApi = api.injectEndpoints({
  endpoints: (build) => ({
    getMe: build.query<Me, void>({
      query: () => '/api/me',
      transformResponse: (answer: Envelope<Me>) => answer.data,
      providesTags: ['Me'],
    }),
    updateMe: build.mutation<Me, ProfileChange>({
      extraOptions: { failure: 'Failed to update profile' },
      query: (body) => ({ url: '/api/me', method: 'PUT', body }),
      transformResponse: (answer: Envelope<Me>) => answer.data,
      // what was saved is what is compared from then on, also while the user cannot be read again
      onQueryStarted: async (_change, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined); // the form that asked tells why
        if (saved) dispatch(meApi.util.updateQueryData('getMe', undefined, () => saved.data));
      },
      invalidatesTags: ['Me', 'User'],
    }),
  }),
});

export const { useGetMeQuery, useUpdateMeMutation } = meApi;

/** The signed-in user; undefined while loading. */
export const useMe = (): Me | undefined => useGetMeQuery().data;

/** Whether the signed-in user holds a permission; undefined while that is not known yet (AUTH-27). */
export function usePermission(permission: Permission): boolean | undefined {
  const me = useMe();
  return me && me.permissions[permission] === true;
}
