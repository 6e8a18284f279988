import { Router } from 'express';
import type { Clients } from '../clients.js';
import { serveRoutes, type Route, type ServeOptions } from '../serve.js';
import { annotations } from './annotations.js';
import { authors } from './authors.js';
import { documents } from './documents.js';
import { features } from './features.js';
import { issues } from './issues/index.js';
import { mentions } from './mentions.js';
import { pages } from './pages.js';
import { projects } from './projects.js';
import { runs } from './runs.js';
import { vocabularies } from './vocabularies.js';
import { webhooks } from './webhooks.js';

/** Resources of the public API, one line each: a function from the clients to its routes. */
const resources = [annotations, authors, documents, features, mentions, pages, projects, runs, vocabularies, webhooks];

/** Every declared operation with what carries it out. */
export const publicRoutes = (clients: Clients): Route[] => resources.flatMap((routes) => routes(clients));

/** /api/public */
export function publicApi(clients: Clients, options: ServeOptions): Router {
  const router = Router();
  serveRoutes(router, publicRoutes(clients), options);
  router.use(issues(clients));
  return router;
}
