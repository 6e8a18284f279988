import type { RequestHandler, Router } from 'express';
import type { BaseMap } from '../base-map/base-map.js';
import type { Clients } from '../clients.js';
import { strictRouter } from '../http/routing.js';
import { serveRoutes, type Route, type ServeOptions } from '../http/serve.js';
import { baseMapRoutes } from './base-map.js';
import { screenshots } from './issues/screenshots.js';
import { boundaryFiles } from './property-maps.js';
import { recordFiles } from './records.js';
import * as named from './resources.js';

const resources = Object.values(named);

const resourcesOfForms = [boundaryFiles, recordFiles, screenshots];

export interface PublicRoutes {
  all: readonly Route[];
  forms: readonly Route[];
  rest: readonly Route[];
}

/** Handlers of the declared operations, shared by HTTP and tools. */
export function publicRoutes(clients: Clients, baseMap?: BaseMap): PublicRoutes {
  const forms = resourcesOfForms.flatMap((routes) => routes(clients));
  const rest = [...resources.flatMap((routes) => routes(clients)), ...baseMapRoutes(baseMap)];
  return { all: [...rest, ...forms], forms, rest };
}

const GEOREFERENCE = /^(\/document-pages\/[^/]+)\/georeference$/;

/** Georeference as linked data is the export as an annotation. */
const asAnnotation: RequestHandler = (request, _response, next) => {
  const page = request.method === 'GET' ? GEOREFERENCE.exec(request.path)?.[1] : undefined;
  if (page && request.accepts(['application/json', 'application/ld+json']) === 'application/ld+json')
    request.url = `${page}/export?format=annotation`;
  next();
};

export function publicRouter(routes: readonly Route[], options: ServeOptions): Router {
  const router = strictRouter();
  router.use(asAnnotation);
  serveRoutes(router, routes, options);
  return router;
}
