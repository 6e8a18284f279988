import type { RequestHandler } from 'express';
import { nothingHere } from '../http/routing.js';

/** Path length limit; Keycloak's paths are far shorter. */
const MAX_PATH = 500;

/**
 * Proxies only the provider's sign-in pages, assets and discovery. Administration and token endpoint stay internal:
 * passwords use the rate-limited /api/auth/sign-in.
 */
export function providerPagesOnly(realm: string): RequestHandler {
  const name = encodeURIComponent(realm).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const step = String.raw`(?:/[\w-][\w.-]*)`;
  const open = new RegExp(
    `^/(?:realms/${name}/(?:\\.well-known/openid-configuration` +
      `|protocol/openid-connect/(?:auth|certs|logout|login-status-iframe\\.html|3p-cookies)${step}*` +
      `|(?:login-actions|broker)${step}+)` +
      `|resources${step}+)/?$`,
  );
  return (request, _response, next) => {
    // match the raw path, so no encoded path bypasses the check
    if (request.path.length > MAX_PATH || !open.test(request.path)) throw nothingHere();
    next();
  };
}
