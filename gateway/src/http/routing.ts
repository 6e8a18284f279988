import type { Socket } from 'node:net';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { AppError } from '@symbio/runtime';
import type { AuditedRoute, Matched, AuditRule } from './audit/audit-subject.js';
import { callerOf, requestOf } from './request.js';

export type Methods = Partial<Record<'get' | 'post' | 'put' | 'delete', RequestHandler[]>>;

/** Case-sensitive router without optional trailing slashes. */
export const strictRouter = (): Router => express.Router({ caseSensitive: true, strict: true });

const routesOf = new WeakMap<object, AuditedRoute[]>();

export function methods(router: Router, path: string, trail: AuditRule, handlers: Methods): void {
  const audited: AuditedRoute = { path, rule: trail };
  routesOf.set(router, [...(routesOf.get(router) ?? []), audited]);
  const route = router.route(path);
  route.all((request, _response, next) => {
    const state = requestOf(request);
    if (state.matched && state.matched.route !== audited)
      throw new Error(`${request.baseUrl}${path} handles a request that was matched to ${state.matched.path}`);
    state.matched ??= matchedBy(audited, `${request.baseUrl}${path}`, request);
    next();
  });
  for (const [method, chain] of Object.entries(handlers)) route[method as keyof Methods](...chain);
  const allowed = Object.keys(handlers).flatMap((method) =>
    method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase(),
  );
  route.all((request, response) => {
    response.setHeader('Allow', [...allowed, 'OPTIONS'].join(', '));
    if (request.method === 'OPTIONS') return void response.status(204).end();
    throw new AppError('INVALID_ARGUMENT', 'method_not_allowed', 'This method is not allowed here.');
  });
}

const matchedBy = (route: AuditedRoute, path: string, { params, query: given }: Request): Matched => ({
  route,
  path,
  params,
  query: given,
});

export interface RouteIndex {
  add(prefix: string, ...routers: readonly object[]): void;
  find: RequestHandler;
}

/** Finds the route before authentication: the audit trail names refused requests by route, never by address text. */
export function routeIndex(): RouteIndex {
  const index = strictRouter();
  return {
    add(prefix, ...routers) {
      for (const router of routers)
        for (const route of routesOf.get(router) ?? []) {
          const path = `${prefix}${route.path}`;
          index.all(path, (request, _response, next) => {
            requestOf(request).matched = matchedBy(route, path, request);
            next('router');
          });
        }
    },
    find: (request, response, next) =>
      void index(request, response, (error?: unknown) => {
        // only the route that responds sets `route`
        delete (request as { route?: unknown }).route;
        next(error);
      }),
  };
}

/** Whether a request has a body: some clients send Content-Length 0 with a POST. */
const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Rejects other media types, whose fields would seem missing. @throws AppError: 415 */
export const jsonOnly: RequestHandler = (request, _response, next) => {
  if (hasBody(request) && !request.is('application/json'))
    throw new AppError(
      'INVALID_ARGUMENT',
      'unsupported_type',
      'The body must be JSON: send Content-Type: application/json.',
    );
  next();
};

/**
 * Closes connections whose JSON body arrives too slowly.
 * @param ms for the whole body, from now on
 */
export const jsonTimeout =
  (ms: number): RequestHandler =>
  (request, response, next) => {
    if (!request.is('application/json')) return next();
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (response.headersSent) return void request.destroy();
      // the unread rest would be parsed as the next request
      response.setHeader('Connection', 'close');
      response.once('finish', () => request.destroy());
      next(new AppError('DEADLINE_EXCEEDED', 'slow_body', 'The body took too long to arrive. Please send it again.'));
    }, ms);
    const settled = (): void => clearTimeout(timer);
    request.once('end', settled);
    request.once('close', settled);
    next();
  };

/** Pending requests per connection; browsers do not pipeline. */
const MAX_PIPELINED = 8;
const unanswered = new WeakMap<Socket, number>();

/** Closes connections with too many pipelined requests, whose responses would pile up in memory. */
export const limitPipelining: RequestHandler = ({ socket }, response, next) => {
  const count = (unanswered.get(socket) ?? 0) + 1;
  unanswered.set(socket, count);
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
  if (count > MAX_PIPELINED) socket.destroy();
  else next();
};

const isOfHost = (url: string, host = ''): boolean =>
  URL.canParse(url) && new URL(url).host.toLowerCase() === host.toLowerCase();

/** Rejects requests with two hosts, which a proxy may read differently. @throws AppError: 400 */
export const requireOneHost: RequestHandler = ({ rawHeaders, originalUrl, headers }, _response, next) => {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  const isAbsolute = !originalUrl.startsWith('/') && originalUrl !== '*';
  if (hosts.length > 1 || (isAbsolute && !isOfHost(originalUrl, headers.host)))
    throw new AppError('INVALID_ARGUMENT', 'two_hosts', 'The request names more than one host.');
  next();
};

/** Maximum nesting depth of a body; our schemas stay below ten. */
const MAX_DEPTH = 32;

/** Whether a JSON value is nested deeper than `levels`, with bounded recursion. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

/** Rejects deep nesting, which would overflow the stack in recursive code. @throws AppError: 400 */
export const shallowOnly: RequestHandler = (request, _response, next) => {
  if (isDeeper(request.body, MAX_DEPTH))
    throw new AppError('INVALID_ARGUMENT', 'too_deep', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  next();
};

/** Requires authentication (ERR-03). */
export const signedInOnly: RequestHandler = (request, _response, next) => {
  callerOf(request);
  next();
};

export const nothingHere = (): AppError => new AppError('NOT_FOUND', 'not_found', 'Nothing exists at this address.');
