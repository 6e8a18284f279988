import type { RequestHandler } from 'express';
import { nothingHere } from '../http/routing.js';

/** Path length limit; Keycloak's paths are far shorter. */
const MAX_PATH = 500;

/**
 * Proxies only the provider pages that browsers need: sign-in pages, their assets and discovery. Administration and the
 * token endpoint stay internal: passwords go through the rate-limited /api/auth/sign-in, and only the gateway exchanges
 * codes and refresh tokens.
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
    // match the raw path, so that no encoded path bypasses the check
    if (request.path.length > MAX_PATH || !open.test(request.path)) throw nothingHere();
    next();
  };
}
