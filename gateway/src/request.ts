import type { Request, RequestHandler } from 'express';
import type { ApiKeyAccess } from '@symbio/proto/identity/vocabulary';
import type { Matched } from './audit/audit-subject.js';
import { isId, newId, unauthenticated, type Actor, type CallParent } from '@symbio/kit';

/** Milliseconds the gateway waits for services on behalf of one request. */
const REQUEST_LIMIT_MS = 30_000;
/** What a request id from outside may look like. */
const REQUEST_ID = /^[\w.-]{1,100}$/;

/** Who asks, and the token their calls travel under. */
export interface Caller {
  actor: Actor;
  email: string;
  token: string;
  /** The API key that was shown; absent for a person's token. */
  key?: CallerKey;
}

/** An API key as the gateway knows it. */
export interface CallerKey {
  id: string;
  access: ApiKeyAccess;
}

/** How a request is named. */
export interface RequestIds {
  /** As answers and logs name it: the caller's `X-Request-Id`, else `ownId`. */
  requestId: string;
  /** Made here, so that no caller can give a request the id of another one. */
  ownId: string;
}

interface RequestState extends RequestIds {
  signal: AbortSignal;
  deadline: Date;
  caller?: Caller;
  /** The route that the request is for, once that is known. */
  matched?: Matched;
  /** Whether API keys are credentials at its address. */
  takesKeys?: true;
  /** Name of the declared operation that it is, once that is known. */
  operation?: string;
  /** Who signed in or out, or set a password, with a request that nobody was recognised by. */
  userId?: string | undefined;
  /** Makes ids that a repeat of the request makes, too. */
  mintId?: () => string;
}

const states = new WeakMap<object, RequestState>();

/** Gives each request its ids, one of them the caller's `X-Request-Id` where it sends one, and ends its calls when the browser goes away. */
export const trackRequests: RequestHandler = (request, response, next) => {
  const ownId = newId();
  const given = request.get('x-request-id');
  const requestId = given && REQUEST_ID.test(given) ? given : ownId;
  const controller = new AbortController();
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

/** Where it is mounted, API keys are credentials. */
export const takesKeys: RequestHandler = (request, _response, next) => {
  requestOf(request).takesKeys = true;
  next();
};

/** What is known of a request. */
export function requestOf(request: Request): RequestState {
  const state = states.get(request);
  if (!state) throw new Error('trackRequests is not mounted');
  return state;
}

/** Ids for what a request makes and gives no id for; a repeat under its Idempotency-Key gets the same. */
export const mintOf = (request: Request): (() => string) => requestOf(request).mintId ?? newId;

/** Remembers who asks. */
export function setCaller(request: Request, caller: Caller): void {
  requestOf(request).caller = caller;
}

/** Who asks. @throws AppError UNAUTHENTICATED when nobody was recognised. */
export function callerOf(request: Request): Caller {
  const { caller } = requestOf(request);
  if (!caller) throw unauthenticated();
  return caller;
}

/**
 * Parent of the calls made for a request. Uploads and streams are `unlimited`: the request sets no deadline, and each call has
 * the limit of its kind, 10 s unless it sends a stream or its parent says another `limitMs`.
 */
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

/** A query parameter given once, or undefined when absent or empty. */
export function query(request: Request, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = request.query[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** An id from outside: one of another form exists nowhere, so that services answer "not found". */
export const idOrNone = (value: string | undefined): string => (value && isId(value) ? value : '');
