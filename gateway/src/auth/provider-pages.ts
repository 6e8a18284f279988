import type { RequestHandler } from 'express';
import { nothingHere } from '../routing.js';

/** Longest path of a page; those of Keycloak are far shorter. */
const MAX_PATH = 500;

/**
 * Lets through what browsers need of the identity provider: its sign-in pages, what they load, and where it says how to
 * talk to it. Its administration and its token endpoint stay inside: passwords are tried at /api/auth/sign-in only, where
 * tries are counted, and codes and refresh tokens are the gateway's to exchange.
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
    // the path as it came: nothing that decodes to another one gets through
    if (request.path.length > MAX_PATH || !open.test(request.path)) throw nothingHere();
    next();
  };
}
