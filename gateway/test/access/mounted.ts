/** The routes of a running Express app, read from its router, so that none can be forgotten. */
import type { Express } from 'express';

/** What express 5 (router 2) keeps of a mounted handler; its own types do not tell. */
interface Layer {
  name: string;
  rawPath?: unknown;
  route?: { path: unknown; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** Handlers under these paths only look at requests and pass them on; any other handler answers by itself. */
const PASSED_THROUGH = ['', '/api', '/api/public'];

interface Mounted {
  routes: string[];
  /** Paths of handlers that are no router. */
  handlers: string[];
}

/** Path or paths that a layer was mounted under; "/" counts as nothing added. */
function pathsOf(layer: Layer, prefix: string): string[] {
  const given = layer.route ? layer.route.path : layer.rawPath;
  return (Array.isArray(given) ? given : [given]).map((path: unknown) => {
    if (typeof path !== 'string') throw new Error(`${layer.name} is mounted under ${String(path)}: not a text`);
    return path === '/' ? prefix : `${prefix}${path}`;
  });
}

function walk(stack: readonly Layer[], prefix: string): Mounted {
  const found: Mounted = { routes: [], handlers: [] };
  for (const layer of stack)
    for (const path of pathsOf(layer, prefix)) {
      if (layer.route) {
        for (const { method } of layer.route.stack)
          if (method) found.routes.push(`${method.toUpperCase()} ${path || '/'}`);
      } else if (layer.handle.stack) {
        const inside = walk(layer.handle.stack, path);
        found.routes.push(...inside.routes);
        found.handlers.push(...inside.handlers);
      } else found.handlers.push(path);
    }
  return found;
}

/**
 * Every route as `METHOD /path/:id`, and every other handler that answers for a path as `ALL /path`; sorted. A handler
 * on a route's own path stands before the route and is tried with it.
 */
export function mountedRoutes(app: Express): string[] {
  const { routes, handlers } = walk((app.router as unknown as { stack: Layer[] }).stack, '');
  const own = new Set([...PASSED_THROUGH, ...routes.map((route) => route.slice(route.indexOf(' ') + 1))]);
  const others = handlers.filter((path) => !own.has(path)).map((path) => `ALL ${path}`);
  return [...new Set([...routes, ...others])].sort();
}
