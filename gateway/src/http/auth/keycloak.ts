import { AppError, LRUCache, unauthenticated } from '@symbio/runtime';
import Keycloak, { type KeycloakConfig } from 'keycloak-connect';
import type { GatewayConfig } from '../../config.js';

export interface TokenClaims {
  sub: string;
  email: string;
  name: string;
  realmRoles: string[];
  /** Provider session; empty if the token has none. */
  sessionId: string;
  /** Issue time in seconds since 1970. */
  issuedAt: number;
}

interface AccessTokenContent {
  /** Seconds since 1970. */
  exp?: number;
  iat?: number;
  sid?: string;
  sub?: string;
  azp?: string;
  email?: string;
  name?: string;
  preferred_username?: string;
  realm_access?: { roles?: string[] };
}

export interface TokenVerifier {
  /** @throws AppError UNAUTHENTICATED for an invalid token, UNAVAILABLE if the provider's keys cannot be fetched */
  verify(token: string): Promise<TokenClaims>;
}

/** Cache limit of verified tokens: about 2 kB each. */
const MAX_CACHED = 5_000;

/** Three base64url parts; anything else never reaches keycloak-connect. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Missing from keycloak-connect's types. */
interface KeyFetcher {
  realmUrl: string;
  retrieveJWKs(): Promise<unknown>;
}

const KEYS_TIMEOUT_MS = 5_000;

export const unavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'sign_in_unavailable',
    'Signing in is not possible right now. Please try again in a moment.',
    { cause },
  );

const NO_KEY = 'failed to load public key';

/** In place of keycloak-connect's own request, which has no time limit and calls the deprecated `url.parse`. */
async function fetchKeys(realmUrl: string): Promise<unknown> {
  const answer = await fetch(`${realmUrl}/protocol/openid-connect/certs`, {
    signal: AbortSignal.timeout(KEYS_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`the provider's keys: status ${answer.status}`);
  return answer.json();
}

/**
 * Separates an unknown key (forged token) from a failed key fetch, which keycloak-connect reports alike.
 * @returns the fetch failure, if any
 */
function watchKeys(keycloak: Keycloak.Keycloak): (error: unknown) => Error | undefined {
  const { rotation } = keycloak.grantManager as unknown as { rotation: KeyFetcher };
  let failure: Error | undefined;
  rotation.retrieveJWKs = async () => {
    try {
      const keys = await fetchKeys(rotation.realmUrl);
      failure = undefined;
      return keys;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  return (error) => (error instanceof Error && error.message.includes(NO_KEY) ? failure : undefined);
}

/**
 * Verifies tokens with keycloak-connect: signature, issuer, audience, client, type Bearer, times. Cached until expiry.
 */
export function keycloakVerifier(
  config: Pick<GatewayConfig, 'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT'>,
): TokenVerifier {
  // the library's types lack the audience option
  const settings: KeycloakConfig & { 'verify-token-audience': boolean } = {
    realm: config.KEYCLOAK_REALM,
    'auth-server-url': config.KEYCLOAK_URL,
    resource: config.KEYCLOAK_CLIENT,
    'bearer-only': true,
    // TLS ends in front of the gateway
    'ssl-required': 'none',
    'confidential-port': 0,
    // reject tokens issued for other clients of the realm
    'verify-token-audience': true,
  };
  const keycloak = new Keycloak({}, settings);
  const keysFailed = watchKeys(keycloak);
  const checked = new LRUCache<string, TokenClaims>({
    max: MAX_CACHED,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  });
  return {
    async verify(token) {
      const before = checked.get(token);
      if (before) return before;
      if (!JWT.test(token)) throw unauthenticated();
      try {
        const grant = await keycloak.grantManager.createGrant({ access_token: token as never });
        const content = (grant.access_token as unknown as { content: AccessTokenContent }).content;
        // service accounts of our programs are not people
        if (!content.sub || content.azp !== config.KEYCLOAK_CLIENT) throw unauthenticated();
        const claims: TokenClaims = {
          sub: content.sub,
          email: content.email ?? '',
          name: content.name ?? content.preferred_username ?? '',
          realmRoles: content.realm_access?.roles ?? [],
          sessionId: content.sid ?? '',
          issuedAt: content.iat ?? 0,
        };
        const left = (content.exp ?? 0) * 1000 - Date.now();
        if (left > 0) checked.set(token, claims, { ttl: left });
        return claims;
      } catch (error) {
        // an unreachable provider must not sign anyone out
        const cause = keysFailed(error);
        throw cause ? unavailable(cause) : unauthenticated();
      }
    },
  };
}
