import type { Request, RequestHandler } from 'express';
import { AppError } from '@symbio/kit';

/** What browsers say of requests that our own pages, or the person at the address bar, send (Fetch Metadata). */
const OWN = new Set(['same-origin', 'none']);

/** Whether a browser says that another site's page sends this. Programs say nothing: they hold no one's cookies. */
function isForeign(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  if (site !== undefined) return !OWN.has(site);
  const origin = request.get('origin');
  if (origin === undefined) return false;
  // behind a proxy that ends TLS the scheme is another one
  return !URL.canParse(origin) || new URL(origin).host !== request.host;
}

/** Refuses what another site's page sends: nobody is to sign a person in, out or up from there. */
export const sameOriginOnly: RequestHandler = (request, _response, next) => {
  if (isForeign(request))
    throw new AppError(
      'PERMISSION_DENIED',
      'cross_site',
      'This request came from another site and was refused. Open Symbio itself and try again.',
    );
  next();
};
