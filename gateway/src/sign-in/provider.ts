import { AppError } from '@symbio/runtime';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { unavailable } from '../http/auth/keycloak.js';

export interface SessionTokens {
  accessToken: string;
  refreshToken: string;
  /** Seconds. */
  expiresIn: number;
  refreshExpiresIn: number;
}

/** Authorization code and PKCE data from the login redirect (RFC 7636). */
export interface SignInCode {
  code: string;
  /** PKCE code verifier: 43 to 128 characters. */
  codeVerifier: string;
  /** Must equal the redirect URI of the authorization request. */
  redirectUri: string;
}

export interface IdentityProvider {
  /** @throws AppError wrong_credentials, email_not_confirmed, account_disabled, too_many_attempts or unavailable */
  signIn(email: string, password: string): Promise<SessionTokens>;
  /** @throws AppError sign_in_failed for a wrong, used or expired code, account_disabled or unavailable */
  exchangeCode(code: SignInCode): Promise<SessionTokens>;
  /** Whether the provider offers SSO (code flow with PKCE). */
  allowsSso(): Promise<boolean>;
  /** Undefined if the session has ended. */
  refresh(refreshToken: string): Promise<SessionTokens | undefined>;
  /** Ends the provider session; returns whether the provider knew the token. */
  signOut(refreshToken: string): Promise<boolean>;
}

/** ERR-04. */
const UNCONFIRMED = 'Please check your email and click the confirmation link before signing in.';
export const notConfirmed = (): AppError => new AppError('PERMISSION_DENIED', 'email_not_confirmed', UNCONFIRMED);
const DISABLED = 'This account is disabled. Please ask an administrator to enable it.';
const LIMIT_MS = 10_000;
/** Discovery timeout in milliseconds; the login screen waits for it. */
const DISCOVERY_LIMIT_MS = 3_000;
/** Cache time of the discovery result, including failures. */
const DISCOVERY_MS = 60_000;
const DISCOVERY_FAILED_MS = 5_000;
/** Length limits of provider inputs (RFC 5321, 4.5.3.1.3): the provider's rejection would look like an outage. */
const MAX_EMAIL = 255;
const MAX_ENTRY = 2_000;
const DEFAULT_RETRY_AFTER = '60';

const tokenResponse = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  refresh_expires_in: z.number(),
});
const errorResponse = z.object({ error: z.string().catch(''), error_description: z.string().catch('') });
const discoveryResponse = z.object({
  authorization_endpoint: z.url(),
  grant_types_supported: z.array(z.string()).default([]),
  code_challenge_methods_supported: z.array(z.string()).default([]),
});

const failed = (response: Response): AppError =>
  unavailable(new Error(`the identity provider responded ${response.status}`));

/** Parses a response. @throws AppError unavailable if invalid, such as a proxy's error page */
async function jsonOf<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
  try {
    return schema.parse(await response.json());
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** Maps a refused grant to an error. Providers reveal such reasons only after a correct password. */
async function refusal(response: Response): Promise<AppError | undefined> {
  const { error, error_description: description } = await jsonOf(response, errorResponse);
  // a configuration error: the realm does not know our client or denies it this grant
  if (error !== 'invalid_grant')
    return unavailable(new Error(`the identity provider responded ${error}: ${description}`));
  if (description === 'Account disabled') return new AppError('PERMISSION_DENIED', 'account_disabled', DISABLED);
  // an account with required actions: the e-mail is not confirmed yet
  if (description === 'Account is not fully set up') return notConfirmed();
  return undefined;
}

export function identityProvider(
  config: Pick<GatewayConfig, 'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT'>,
): IdentityProvider {
  const realm = `${config.KEYCLOAK_URL.replace(/\/+$/, '')}/realms/${encodeURIComponent(config.KEYCLOAK_REALM)}`;
  let discovered: { sso: Promise<boolean>; until: number } | undefined;
  let lastResult = false;

  async function reach(path: string, init: RequestInit, limit = LIMIT_MS): Promise<Response> {
    try {
      return await fetch(`${realm}/${path}`, { ...init, signal: AbortSignal.timeout(limit) });
    } catch (cause) {
      throw unavailable(cause);
    }
  }
  const post = (path: string, form: Record<string, string>): Promise<Response> =>
    reach(`protocol/openid-connect/${path}`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: config.KEYCLOAK_CLIENT, ...form }),
    });
  async function tokens(response: Response): Promise<SessionTokens> {
    const token = await jsonOf(response, tokenResponse);
    return {
      accessToken: token.access_token,
      refreshToken: token.refresh_token,
      expiresIn: token.expires_in,
      refreshExpiresIn: token.refresh_expires_in,
    };
  }
  async function discoverSso(): Promise<boolean> {
    const response = await reach('.well-known/openid-configuration', {}, DISCOVERY_LIMIT_MS);
    if (!response.ok) throw failed(response);
    const { grant_types_supported: grants, code_challenge_methods_supported: methods } = await jsonOf(
      response,
      discoveryResponse,
    );
    lastResult = grants.includes('authorization_code') && methods.includes('S256');
    return lastResult;
  }

  const wrongCredentials = (): AppError =>
    new AppError('UNAUTHENTICATED', 'wrong_credentials', 'Invalid email or password');
  const signInFailed = (): AppError =>
    new AppError('UNAUTHENTICATED', 'sign_in_failed', 'Signing in did not work. Please try again.');

  return {
    async signIn(email, password) {
      if (email.length > MAX_EMAIL || password.length > MAX_ENTRY) throw wrongCredentials();
      const response = await post('token', { grant_type: 'password', username: email, password, scope: 'openid' });
      if (response.ok) return tokens(response);
      if (response.status >= 500) throw failed(response);
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
      throw (await refusal(response)) ?? wrongCredentials();
    },
    async exchangeCode({ code, codeVerifier, redirectUri }) {
      if ([code, codeVerifier, redirectUri].some((entry) => entry.length > MAX_ENTRY)) throw signInFailed();
      const response = await post('token', {
        grant_type: 'authorization_code',
        code,
        code_verifier: codeVerifier,
        redirect_uri: redirectUri,
      });
      if (response.ok) return tokens(response);
      if (response.status >= 500) throw failed(response);
      throw (await refusal(response)) ?? signInFailed();
    },
    allowsSso() {
      const now = Date.now();
      if (discovered && discovered.until > now) return discovered.sso;
      const asked = { sso: discoverSso(), until: now + DISCOVERY_MS };
      asked.sso = asked.sso.catch(() => {
        asked.until = Date.now() + DISCOVERY_FAILED_MS;
        return lastResult;
      });
      discovered = asked;
      return asked.sso;
    },
    async refresh(refreshToken) {
      const response = await post('token', { grant_type: 'refresh_token', refresh_token: refreshToken });
      if (response.ok) return tokens(response);
      if (response.status >= 500) throw failed(response);
      const { error } = await jsonOf(response, errorResponse);
      // a realm that no longer knows our client must not sign everyone out
      if (error !== 'invalid_grant') throw unavailable(new Error(`the identity provider responded ${error}`));
      return undefined;
    },
    async signOut(refreshToken) {
      const response = await post('logout', { refresh_token: refreshToken });
      if (response.status >= 500) throw failed(response);
      return response.ok;
    },
  };
}
