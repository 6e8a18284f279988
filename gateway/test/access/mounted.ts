import type { Express } from 'express';

/** Internal layer of express 5 (router 2), absent from its types. */
interface Layer {
  name: string;
  rawPath?: unknown;
  route?: { path: unknown; stack: { method?: string }[] };
  handle: { stack?: Layer[] };
}

/** Other handlers send responses. */
const PASSED_THROUGH = ['', '/api', '/api/public'];

interface Mounted {
  routes: string[];
  handlers: string[];
}

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
 * Every route as `METHOD /path/:id`, and every other responding handler as `ALL /path`; a handler on a route's own path
 * is tested with it.
 */
export function mountedRoutes(app: Express): string[] {
  const { routes, handlers } = walk((app.router as unknown as { stack: Layer[] }).stack, '');
  const own = new Set([...PASSED_THROUGH, ...routes.map((route) => route.slice(route.indexOf(' ') + 1))]);
  const others = handlers.filter((path) => !own.has(path)).map((path) => `ALL ${path}`);
  return [...new Set([...routes, ...others])].sort();
}
