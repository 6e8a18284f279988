import express, { type Router } from 'express';
import { bearerOf, isLoopback, oauthError, returnsTo } from './http.js';
import { BASE, PROTOCOL, type OidcParts, type ServiceAccount } from './oidc-parts.js';
import { signInPageRoutes } from './sign-in-page.js';
import { SignIns } from './sign-ins.js';
import { signOutRoutes } from './sign-out.js';
import type { IssuerStore } from './store.js';
import { tokenRoutes } from './token-endpoint.js';
import type { Tokens } from './tokens.js';

/** The OpenID Connect routes on Keycloak's paths. */
export function oidcRoutes(
  store: IssuerStore,
  tokens: Tokens,
  serviceAccount: ServiceAccount,
  now: () => number,
  publicUrl?: string,
): Router {
  const signIns = new SignIns(store, tokens, now);
  const parts: OidcParts = { store, tokens, signIns, mayReturn: returnsTo(publicUrl), now };
  const router = express.Router();

  router.use(BASE, (request, response, next) => {
    const origin = request.get('origin');
    if (origin !== undefined && isLoopback(origin)) {
      response.set({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true', // keycloak-js fetches with credentials
        'access-control-allow-headers': 'authorization, content-type',
        'access-control-allow-methods': 'GET, POST',
        vary: 'origin',
      });
    }
    if (request.method === 'OPTIONS') response.sendStatus(204);
    else next();
  });

  router.use(aboutRoutes(parts));
  router.use(signInPageRoutes(parts));
  router.use(tokenRoutes(parts, serviceAccount));
  router.use(signOutRoutes(parts));
  return router;
}

/** Discovery, keys and user info. */
function aboutRoutes({ store, tokens, signIns }: OidcParts): Router {
  const router = express.Router();

  router.get(`${BASE}/.well-known/openid-configuration`, (_request, response) => {
    const at = `${tokens.issuer}/protocol/openid-connect`;
    response.json({
      issuer: tokens.issuer,
      authorization_endpoint: `${at}/auth`,
      token_endpoint: `${at}/token`,
      jwks_uri: `${at}/certs`,
      userinfo_endpoint: `${at}/userinfo`,
      end_session_endpoint: `${at}/logout`,
      revocation_endpoint: `${at}/revoke`,
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'fragment'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      scopes_supported: ['openid', 'profile', 'email'],
    });
  });

  router.get(`${PROTOCOL}/certs`, (_request, response) => {
    response.json({ keys: [store.key.publicJwk] });
  });

  router.all(`${PROTOCOL}/userinfo`, async (request, response) => {
    const claims = await tokens.read(bearerOf(request), 'Bearer');
    const session = signIns.liveSession(claims?.sid);
    const user = session === undefined ? undefined : store.user(session.userId);
    if (!user) {
      response.set('www-authenticate', 'Bearer error="invalid_token"');
      return oauthError(response, 401, 'invalid_token', 'Token verification failed');
    }
    response.json({
      sub: user.id,
      email: user.email,
      email_verified: user.emailVerified,
      name: user.name,
      preferred_username: user.email,
    });
  });

  return router;
}
