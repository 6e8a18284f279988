import { Router } from 'express';
import type { Clients } from '../clients.js';
import { serveRoutes, type Route, type ServeOptions } from '../serve.js';
import { annotations } from './annotations.js';
import { authors } from './authors.js';
import { documents } from './documents.js';
import { features } from './features.js';
import { issues } from './issues/index.js';
import { screenshots } from './issues/screenshots.js';
import { mentions } from './mentions.js';
import { pages } from './pages.js';
import { projects } from './projects.js';
import { runs } from './runs.js';
import { vocabularies } from './vocabularies.js';
import { webhooks } from './webhooks.js';

/** Resources of the public API, one line each: a function from the clients to its routes. */
const resources = [
  annotations,
  authors,
  documents,
  features,
  issues,
  mentions,
  pages,
  projects,
  runs,
  vocabularies,
  webhooks,
];

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
