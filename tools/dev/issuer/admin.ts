import express, { type Router } from 'express';
import { accessRoutes } from './access.js';
import { accountRoutes } from './accounts.js';
import { ADMIN_BASE, type AdminParts } from './admin-parts.js';
import { bearerOf } from './http.js';
import type { ServiceAccount } from './oidc-parts.js';
import { roleRoutes } from './roles.js';
import type { IssuerStore } from './store.js';
import type { Tokens } from './tokens.js';

/**
 * The part of Keycloak's admin REST interface that the identity service uses: create, find, change and remove accounts,
 * set passwords and roles, and end sessions. It accepts only the token of the service account.
 */
export function adminRoutes(
  store: IssuerStore,
  tokens: Tokens,
  serviceAccount: ServiceAccount,
  now: () => number,
): Router {
  const parts: AdminParts = { store, tokens, now };
  const router = express.Router();

  router.use(ADMIN_BASE, async (request, response, next) => {
    const claims = await tokens.read(bearerOf(request), 'Bearer');
    if (claims === undefined) response.status(401).json({ error: 'HTTP 401 Unauthorized' });
    else if (claims.azp !== serviceAccount.clientId || claims.sid !== undefined) {
      response.status(403).json({ error: 'HTTP 403 Forbidden' });
    } else next();
  });

  router.use(accountRoutes(parts));
  router.use(accessRoutes(parts));
  router.use(roleRoutes(parts));
  return router;
}
