import { api, type Envelope } from '../../lib/api.js';

/** Which ways of signing in there are, and the identity provider that single sign-on leads to. */
export interface SignInOptions {
  sso: boolean;
  /** Address of the provider as the browser reaches it, e.g. `/auth`. */
  url: string;
  realm: string;
  client_id: string;
}

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSignInOptions: build.query<SignInOptions, void>({
      query: () => ({ url: '/api/auth/options', isOpen: true }),
      transformResponse: (answer: Envelope<SignInOptions>) => answer.data,
    }),
  }),
});

export const { useGetSignInOptionsQuery } = authApi;
