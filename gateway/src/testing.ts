import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RateClass } from '@symbio/api';
import express, { type RequestHandler, type Router } from 'express';
import { createLogger } from '@symbio/runtime';
import type { Broker, EventEnvelope, KeyValue } from '@symbio/events';
import { errorHandler } from './http/errors.js';
import type { RightsOf } from './http/idempotency.js';
import { trackRequests } from './http/request.js';
import type { RateLimits } from './http/auth/rate-limits.js';
import { strictRouter } from './http/routing.js';
import { serveRoutes, type AnyRoute, type ServeOptions } from './http/serve.js';

export const silent = createLogger({ name: 'test', level: 'silent' });

export const sameRights: RightsOf = () => Promise.resolve({ role: 'symbio', permissions: [], projects: ['p1'] });

export const passThrough: RequestHandler = (_request, _response, next) => next();

/** @param own limits under test */
export const limitsOf = (own: Partial<Record<RateClass, RequestHandler>> = {}): RateLimits =>
  new Proxy({}, { get: (_target, name) => own[name as RateClass] ?? passThrough }) as RateLimits;

/** Operations as the gateway mounts them. Answers are not checked: services of tests return parts of messages. */
export function mounted(routes: readonly AnyRoute[], options: Partial<ServeOptions> = {}): Router {
  const router = strictRouter();
  serveRoutes(router, routes, {
    ...{ checkAnswers: false, publicUrl: '', answers: memoryBucket(), limits: limitsOf() },
    ...options,
  });
  return router;
}

const servers: Server[] = [];

/** Serves on a free port until `closeServers`. @returns the origin */
export async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function closeServers(): void {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
}

/** Behind one trusted proxy. */
export function serveHandlers(...handlers: RequestHandler[]): Promise<string> {
  const app = express();
  app.set('query parser', 'simple');
  app.set('trust proxy', 1);
  app.use(trackRequests, ...handlers, errorHandler(silent));
  return serve(app);
}

/** Changes are serialised, as in the broker's. */
export function memoryBucket(): KeyValue & { values: Map<string, unknown> } {
  const values = new Map<string, unknown>();
  return {
    values,
    create: (key, value) => {
      const free = !values.has(key);
      if (free) values.set(key, value);
      return Promise.resolve(free);
    },
    get: (key) => Promise.resolve(values.get(key)),
    set: (key, value) => Promise.resolve(void values.set(key, value)),
    update: (key, change) => {
      const value = change(values.get(key));
      values.set(key, value);
      return Promise.resolve(value);
    },
    remove: (key) => Promise.resolve(void values.delete(key)),
    all: () => Promise.resolve(Object.fromEntries(values)),
  };
}

export interface FakeBroker {
  broker: Broker;
  publish: (subject: string, envelope: Partial<EventEnvelope>) => void;
  reconnect: () => void;
  watched: () => string[];
}

/** A NATS filter: `*` is one token, a final `>` all that follow. */
const matcher = (filter: string): RegExp =>
  new RegExp(`^${filter.replaceAll('.', '\\.').replaceAll('*', '[^.]+').replace(/>$/, '.+')}$`);

export function fakeBroker(): FakeBroker {
  const watchers = new Set<{ filter: string; handle: (subject: string, body: unknown) => void }>();
  const watch: Broker['watch'] = (filter, handle) => {
    const watcher = { filter, handle };
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  };
  const broadcast: Broker['broadcast'] = (subject, body) => {
    for (const { filter, handle } of watchers) if (matcher(filter).test(subject)) handle(subject, body);
  };
  const listeners = new Set<() => void>();
  const onReconnect: Broker['onReconnect'] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    broker: { watch, broadcast, onReconnect, ready: () => Promise.resolve(true) } as unknown as Broker,
    reconnect: () => listeners.forEach((listener) => listener()),
    publish: (subject, envelope) => broadcast(subject, { actor: {}, data: {}, ...envelope }),
    watched: () => [...watchers].map(({ filter }) => filter),
  };
}
