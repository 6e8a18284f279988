import type { SignInOptions } from '@symbio/client/app';
import { api, type Envelope } from '../http/api.js';
import { operation } from '../http/operation.js';

export type { SignInOptions };

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSignInOptions: build.query<SignInOptions, void>({
      query: () => ({ ...operation('GET', '/api/auth/options'), isOpen: true }),
      transformResponse: (answer: Envelope<SignInOptions>) => answer.data,
    }),
  }),
});

export const { useGetSignInOptionsQuery } = authApi;

/** OP-10; defaults to `support` at the current host. */
export function useSupportEmail(): string {
  const { data } = useGetSignInOptionsQuery();
  return data?.support_email || `support@${window.location.hostname}`;
}
