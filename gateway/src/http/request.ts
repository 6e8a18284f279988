import type { Request, RequestHandler } from 'express';
import type { ApiKeyAccess } from '@symbio/proto/identity/vocabulary';
import type { Matched } from './audit/audit-subject.js';
import { isId, newId, unauthenticated, type Actor } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';

/** Milliseconds the gateway waits for services per request. */
const REQUEST_LIMIT_MS = 30_000;
const REQUEST_ID = /^[\w.-]{1,100}$/;

export interface Caller {
  actor: Actor;
  email: string;
  token: string;
  /** API key; absent for a person's token. */
  key?: CallerKey;
}

export interface CallerKey {
  id: string;
  access: ApiKeyAccess;
}

export interface RequestIds {
  /** In responses and logs: the client's `X-Request-Id`, else `ownId`. */
  requestId: string;
  /** Generated here, so clients cannot reuse another request's id. */
  ownId: string;
}

interface RequestState extends RequestIds {
  signal: AbortSignal;
  deadline: Date;
  caller?: Caller;
  matched?: Matched;
  takesKeys?: true;
  operation?: string;
  /** User who signed in or out or set a password without an authenticated request. */
  userId?: string | undefined;
  /** Of the version of a report that the request read, for its audit entry. */
  versionNumber?: number;
  /** Generates ids that are the same in a repeat of the request. */
  mintId?: () => string;
}

const states = new WeakMap<object, RequestState>();

/** Middleware, operations and streams each add a few listeners to a response; Node warns of a leak from 11. */
const MOST_LISTENERS = 30;

/** Cancels service calls when the client disconnects. */
export const trackRequests: RequestHandler = (request, response, next) => {
  const ownId = newId();
  const given = request.get('x-request-id');
  const requestId = given && REQUEST_ID.test(given) ? given : ownId;
  const controller = new AbortController();
  response.setMaxListeners(MOST_LISTENERS);
  response.on('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  response.setHeader('X-Request-Id', requestId);
  states.set(request, {
    requestId,
    ownId,
    signal: controller.signal,
    deadline: new Date(Date.now() + REQUEST_LIMIT_MS),
  });
  next();
};

export const takesKeys: RequestHandler = (request, _response, next) => {
  requestOf(request).takesKeys = true;
  next();
};

export function requestOf(request: Request): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('trackRequests is not mounted');
  return state;
}

/** Id generator; a repeat with the same Idempotency-Key gets the same ids. */
export const mintOf = (request: Request): (() => string) => requestOf(request).mintId ?? newId;

export function setCaller(request: Request, caller: Caller): void {
  requestOf(request).caller = caller;
}

/** Authenticated caller. @throws AppError UNAUTHENTICATED if anonymous */
export function callerOf(request: Request): Caller {
  const { caller } = requestOf(request);
  if (!caller) throw unauthenticated();
  return caller;
}

/** Parent of a request's service calls; `unlimited`: without deadline, for uploads and streams. */
export function parentOf(request: Request, options: { unlimited?: boolean } = {}): CallParent {
  const { requestId, ownId, signal, deadline } = requestOf(request);
  const { token } = callerOf(request);
  return {
    token,
    requestId,
    ownRequestId: ownId,
    signal,
    address: request.ip,
    ...(options.unlimited ? {} : { deadline }),
  };
}

/** Undefined if absent or empty. */
export function query(request: Request, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = request.query[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** Client's id; empty if malformed, which services do not find. */
export const idOrNone = (value: string | undefined): string => (value && isId(value) ? value : '');
