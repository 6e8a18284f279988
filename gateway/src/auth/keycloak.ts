import { LRUCache, unauthenticated } from '@symbio/kit';
import Keycloak, { type KeycloakConfig } from 'keycloak-connect';
import type { GatewayConfig } from '../config.js';
import { unavailable } from './provider.js';

/** What a verified access token says of its holder. */
export interface TokenClaims {
  sub: string;
  email: string;
  name: string;
  realmRoles: string[];
  /** The session at the provider; empty for a token that is of none. */
  sessionId: string;
  /** When the token was made, in seconds since 1970. */
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

/** The only place that checks tokens from outside. */
export interface TokenVerifier {
  /**
   * @throws AppError UNAUTHENTICATED for a token that is missing, forged, expired, of another type or of another issuer;
   * UNAVAILABLE while the provider's keys are not known and cannot be asked for.
   */
  verify(token: string): Promise<TokenClaims>;
}

/** Checked tokens kept at most: some 2 kB each. */
const KEPT = 5_000;

/** Three parts of base64url: anything else is no token, and keycloak-connect need not see it. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** The part of keycloak-connect that fetches the realm's keys, which its types leave out. */
interface KeyFetcher {
  retrieveJWKs(): Promise<unknown>;
}

/** What keycloak-connect says when it has no key to check a token with. */
const NO_KEY = 'failed to load public key';

/**
 * Tells a token whose key the realm does not have, which is forged, from one that could not be checked because the keys
 * could not be fetched: keycloak-connect answers both alike.
 *
 * @returns why the keys could not be fetched, if that is what an error is about
 */
function watchKeys(keycloak: Keycloak.Keycloak): (error: unknown) => Error | undefined {
  const { rotation } = keycloak.grantManager as unknown as { rotation: KeyFetcher };
  const fetchKeys = rotation.retrieveJWKs.bind(rotation);
  let failure: Error | undefined;
  rotation.retrieveJWKs = async () => {
    try {
      const keys = await fetchKeys();
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
 * Checks tokens with keycloak-connect: signature by the realm's keys, issuer, audience, client, type Bearer, times. What
 * held once holds until the token expires, so each token is checked once; who its holder is by now is asked elsewhere.
 */
export function keycloakVerifier(
  config: Pick<GatewayConfig, 'KEYCLOAK_URL' | 'KEYCLOAK_REALM' | 'KEYCLOAK_CLIENT'>,
): TokenVerifier {
  // the library's types do not know that it can check the audience
  const settings: KeycloakConfig & { 'verify-token-audience': boolean } = {
    realm: config.KEYCLOAK_REALM,
    'auth-server-url': config.KEYCLOAK_URL,
    resource: config.KEYCLOAK_CLIENT,
    'bearer-only': true,
    // TLS ends in front of the gateway; whether Keycloak is asked over TLS is KEYCLOAK_URL's to say
    'ssl-required': 'none',
    'confidential-port': 0,
    // a token that was made for another client of the realm is not for us
    'verify-token-audience': true,
  };
  const keycloak = new Keycloak({}, settings);
  const keysFailed = watchKeys(keycloak);
  const checked = new LRUCache<string, TokenClaims>({ max: KEPT, perf: { now: () => Date.now() }, ttlResolution: 0 });
  return {
    async verify(token) {
      const before = checked.get(token);
      if (before) return before;
      if (!JWT.test(token)) throw unauthenticated();
      try {
        const grant = await keycloak.grantManager.createGrant({ access_token: token as never });
        const content = (grant.access_token as unknown as { content: AccessTokenContent }).content;
        // programs of ours have accounts at the provider, too: their tokens are no person's
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
        // nobody is signed out because the provider cannot be asked for its keys
        const cause = keysFailed(error);
        throw cause ? unavailable(cause) : unauthenticated();
      }
    },
  };
}
