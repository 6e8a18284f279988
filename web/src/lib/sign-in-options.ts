import { api, type Envelope } from './api.js';

/** What a browser is told before anybody has signed in: ways of doing so, and whom to write to. */
export interface SignInOptions {
  sso: boolean;
  /** Address of the provider as the browser reaches it, e.g. `/auth`. */
  url: string;
  realm: string;
  client_id: string;
  /** Where people who need help write to; empty where nobody has said so. */
  support_email: string;
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

/** Where people who need help write to (OP-10); of an installation that does not say it, `support` at its own host. */
export function useSupportEmail(): string {
  const { data } = useGetSignInOptionsQuery();
  return data?.support_email || `support@${window.location.hostname}`;
}
