import type { Request, RequestHandler } from 'express';
import { AppError } from '@symbio/runtime';

/** Fetch Metadata values of requests by our own pages or the address bar. */
const SAME_ORIGIN = new Set(['same-origin', 'none']);

/** Whether the browser marks the request as cross-site. Programs send no marks. */
function isCrossOrigin(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return !SAME_ORIGIN.has(site);
  const origin = request.get('origin');
  if (origin === undefined) return false;
  // the scheme differs behind a TLS-terminating proxy
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/** Rejects cross-site requests: no other site may sign a person in, out or up. */
export const sameOriginOnly: RequestHandler = (request, _response, next) => {
  if (isCrossOrigin(request))
    throw new AppError(
      'PERMISSION_DENIED',
      'cross_site',
      'This request came from another site and was refused. Open Symbio itself and try again.',
    );
  next();
};
