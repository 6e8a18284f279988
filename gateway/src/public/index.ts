import type { Router } from 'express';
import type { Clients } from '../clients.js';
import { strictRouter } from '../routing.js';
import { serveRoutes, type Route, type ServeOptions } from '../serve.js';
import { screenshots } from './issues/screenshots.js';
import * as named from './resources.js';

const resources = Object.values(named);

/** Resources that take files: a request to one of them is read as it comes, whatever else is asked of JSON. */
const resourcesOfForms = [screenshots];

/** Every declared operation with what carries it out. */
export interface PublicRoutes {
  all: readonly Route[];
  /** Those of resources that take files. */
  forms: readonly Route[];
  rest: readonly Route[];
}

/** What carries out the declared operations; made once, for requests and for tools alike. */
export function publicRoutes(clients: Clients): PublicRoutes {
  const forms = resourcesOfForms.flatMap((routes) => routes(clients));
  const rest = resources.flatMap((routes) => routes(clients));
  return { all: [...rest, ...forms], forms, rest };
}

/** Serves operations below /api/public. */
export function publicRouter(routes: readonly Route[], options: ServeOptions): Router {
  const router = strictRouter();
  serveRoutes(router, routes, options);
  return router;
}
