import { AppError } from '@symbio/kit';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';

/** Tokens of a session as the provider gives them. */
export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshExpiresIn: number;
}

/** What a confirmation link comes to; `ask` is a path of this origin where the provider first asks the person. */
export type Confirmation = 'confirmed' | 'expired' | { ask: string };

/** The identity provider's token endpoints: Keycloak, or the local issuer that answers on the same paths. */
export interface IdentityProvider {
  /** @throws AppError wrong_credentials, email_not_confirmed, too_many_attempts or unavailable */
  signIn(email: string, password: string): Promise<SessionTokens>;
  /** undefined when the session has ended. */
  refresh(refreshToken: string): Promise<SessionTokens | undefined>;
  /** Ends the session at the provider. */
  signOut(refreshToken: string): Promise<void>;
  /** Follows a mailed confirmation link by its token (AUTH-21). @throws AppError unavailable */
  confirm(token: string): Promise<Confirmation>;
}

/** ERR-04. */
const UNCONFIRMED = 'Please check your email and click the confirmation link before signing in.';
/** Milliseconds to wait for the provider. */
const LIMIT_MS = 10_000;
/** Where the provider's own pages are on this origin (app.ts). */
const PROVIDER_PATH = '/auth';
/** Seconds to wait after too many attempts when the provider does not say. */
const DEFAULT_RETRY_AFTER = '60';

const tokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  refresh_expires_in: z.number(),
});
const errorResponse = z.object({ error: z.string().catch(''), error_description: z.string().catch('') });

export function identityProvider(
  config: Pick<GatewayConfig, 'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT'>,
): IdentityProvider {
  const realm = `/realms/${encodeURIComponent(config.KEYCLOAK_REALM)}`;
  async function reach(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${config.KEYCLOAK_URL}${realm}/${path}`, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
    } catch (cause) {
      throw new AppError(
        'UNAVAILABLE',
        'sign_in_unavailable',
        'Signing in is not possible right now. Please try again in a moment.',
        { cause },
      );
    }
  }
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    reach(`protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: config.KEYCLOAK_CLIENT, ...form }),
    });
  async function tokens(response: Response): Promise<SessionTokens> {
    const token = tokenResponse.parse(await response.json());
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token,
      expiresIn: token.expires_in,
      refreshExpiresIn: token.refresh_expires_in,
    };
  }
  const unavailable = (response: Response): AppError =>
    new AppError(
      'UNAVAILABLE',
      'sign_in_unavailable',
      'Signing in is not possible right now. Please try again in a moment.',
      {
        cause: new Error(`the identity provider answered ${response.status}`),
      },
    );

  return {
    async signIn(email, password) {
      const response = await post('token', { grant_type: 'password', username: email, password, scope: 'openid' });
      if (response.ok) return tokens(response);
      if (response.status >= 500) throw unavailable(response);
      const retryAfter = response.headers.get('retry-after');
      if (response.status === 429 || retryAfter)
        throw new AppError(
          'RESOURCE_EXHAUSTED',
          'too_many_attempts',
          'Too many attempts. Please wait a moment and try again.',
          {
            fields: { retry_after: retryAfter ?? DEFAULT_RETRY_AFTER },
          },
        );
      const { error, error_description: description } = errorResponse.parse(await response.json());
      // Keycloak's words for an account with required actions left: the e-mail is not confirmed yet
      if (error === 'invalid_grant' && description === 'Account is not fully set up')
        throw new AppError('PERMISSION_DENIED', 'email_not_confirmed', UNCONFIRMED);
      throw new AppError('UNAUTHENTICATED', 'wrong_credentials', 'Invalid email or password');
    },
    async refresh(refreshToken) {
      const response = await post('token', { grant_type: 'refresh_token', refresh_token: refreshToken });
      if (response.ok) return tokens(response);
      if (response.status >= 500) throw unavailable(response);
      return undefined;
    },
    async signOut(refreshToken) {
      const response = await post('logout', { refresh_token: refreshToken });
      if (response.status >= 500) throw unavailable(response);
    },
    async confirm(token) {
      const path = `login-actions/action-token?${new URLSearchParams({ key: token }).toString()}`;
      const response = await reach(path, { redirect: 'manual' });
      if (response.status >= 500) throw unavailable(response);
      if (response.status >= 400) return 'expired';
      const target = response.headers.get('location') ?? '';
      if (URL.canParse(target) && new URL(target).searchParams.get('confirmed') === '1') return 'confirmed';
      // Keycloak confirms nothing for a caller without a browser session: it shows a page with a button
      return { ask: `${PROVIDER_PATH}${realm}/${path}` };
    },
  };
}
