import { Router } from 'express';
import type { Clients } from '../clients.js';
import { serveRoutes, type Route, type ServeOptions } from '../serve.js';
import { screenshots } from './issues/screenshots.js';
import * as named from './resources.js';

const resources = Object.values(named);

/** Resources that take files: a request to one of them is read as it comes, whatever else is asked of JSON. */
const resourcesOfForms = [screenshots];

/** Every declared operation with what carries it out. */
export const publicRoutes = (clients: Clients): Route[] =>
  [...resources, ...resourcesOfForms].flatMap((routes) => routes(clients));

/** What of /api/public takes files. */
export function publicForms(clients: Clients, options: ServeOptions): Router {
  const router = Router();
  serveRoutes(
    router,
    resourcesOfForms.flatMap((routes) => routes(clients)),
    options,
  );
  return router;
}

/** The rest of /api/public. */
export function publicApi(clients: Clients, options: ServeOptions): Router {
  const router = Router();
  serveRoutes(
    router,
    resources.flatMap((routes) => routes(clients)),
    options,
  );
  return router;
}
