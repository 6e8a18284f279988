import type { Router } from 'express';
import type { Clients } from '../clients.js';
import { strictRouter } from '../http/routing.js';
import { serveRoutes, type Route, type ServeOptions } from '../http/serve.js';
import { screenshots } from './issues/screenshots.js';
import * as named from './resources.js';

const resources = Object.values(named);

/** Resources with streamed file uploads. */
const resourcesOfForms = [screenshots];

export interface PublicRoutes {
  all: readonly Route[];
  forms: readonly Route[];
  rest: readonly Route[];
}

/** Handlers of the declared operations, shared by HTTP and tools. */
export function publicRoutes(clients: Clients): PublicRoutes {
  const forms = resourcesOfForms.flatMap((routes) => routes(clients));
  const rest = resources.flatMap((routes) => routes(clients));
  return { all: [...rest, ...forms], forms, rest };
}

export function publicRouter(routes: readonly Route[], options: ServeOptions): Router {
  const router = strictRouter();
  serveRoutes(router, routes, options);
  return router;
}
