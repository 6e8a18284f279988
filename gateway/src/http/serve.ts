import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  json,
  urlencoded,
  type Application,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { BinaryAnswer, StreamedAnswer, binary, idsOf, isWrite, type Operation, type RateClass } from '@symbio/api';
import { AppError, invalidFields, isId, notFound } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { KeyValue } from '@symbio/events';
import type { z } from 'zod';
import { auditRuleOfPath } from './audit/audit-subject.js';
import { requireAccess } from './auth/key-access.js';
import { RequestForm, refuseOtherForms } from './multipart.js';
import { idempotencySeed, storeInstead } from './idempotency.js';
import { isStorable, noProblems, problemsOf, unstorable, unstorablePlace, type Problems } from './problems.js';
import { callerOf, mintOf, parentOf, requestOf, type Caller } from './request.js';
import { jsonOnly, methods, type Methods } from './routing.js';
import { sameOriginOnly } from './same-origin.js';
import { SharedReads } from './shared-reads.js';

export interface Input<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
}

export interface CallerContext {
  caller: Caller;
  parent: CallParent;
  /** For each part of a long answer: without deadline, and with a token of its own, as tokens live two minutes. */
  freshParent: () => Promise<CallParent>;
  /** Public origin, the prefix of file addresses. */
  origin: string;
  requestId: string;
  /** Gateway's own request id, which clients cannot choose. */
  ownId: string;
  /** Generates ids; a repeat with the same Idempotency-Key gets the same ids. */
  mintId: () => string;
  /** Id that a repeat with the same Idempotency-Key gets again; empty without a key. */
  keyedId: () => string;
  /** Adds the number of a version of a report to the request's audit entry. */
  auditVersion: (versionNumber: number) => void;
  /** The client's cached `ETag`, so an unchanged response need not be built. */
  knownTag?: string | undefined;
}

type BodyOf<Body> = Body extends z.ZodType ? z.output<Body> : undefined;

/** Executes an operation, for HTTP and MCP. */
export type Handler<Params extends z.ZodObject, Query extends z.ZodObject, Body, Answer extends z.ZodType> = (
  input: Input<z.output<Params>, z.output<Query>, BodyOf<Body>>,
  context: CallerContext,
) => Promise<z.output<Answer>>;

/** Caller-dependent rules for the raw body, reported together with schema problems. */
export type CallerRules = (body: unknown, caller: Caller) => Problems;

/** Service-side checks of an invalid request, so the client gets all problems at once. */
export type FurtherChecks = (sent: RawInput, context: CallerContext) => Promise<Problems>;

export interface Checks {
  callerRules?: CallerRules;
  furtherChecks?: FurtherChecks;
  /** Response without its secret, stored for repeats. */
  withoutSecrets?: (answer: object) => object;
}

export interface Route extends Checks {
  operation: Operation;
  handle: (input: Input<never, never, never>, context: CallerContext) => Promise<unknown>;
}

export const route = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Answer>,
  handle: Handler<Params, Query, Body, Answer>,
  checks: Checks = {},
): Route => ({ operation, handle, ...checks });

type Respond<Params extends z.ZodObject, Query extends z.ZodObject, Body, Answer extends z.ZodType> = (
  input: Input<z.output<Params>, z.output<Query>, BodyOf<Body>>,
  request: Request,
  response: Response,
) => Promise<z.output<Answer> | undefined>;

/** Operation that needs the request or response itself: without a caller, with cookies, redirects or streams. */
export interface RawRoute {
  operation: Operation;
  /** Returns the response body; undefined if it has responded. */
  respond: (input: Input<never, never, never>, request: Request, response: Response) => Promise<unknown>;
}

export const rawRoute = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType,
>(
  operation: Operation<Params, Query, Body, Answer>,
  respond: Respond<Params, Query, Body, Answer>,
): RawRoute => ({ operation, respond });

export type AnyRoute = Route | RawRoute;

/** Query parameters, each given once and not blank. */
function given(query: Request['query'], problems: Problems): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') problems[name] = `Give ${name} once`;
    else if (value === '') problems[name] = `${name} is empty`;
    else values[name] = value;
  }
  return values;
}

export interface RawInput {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Builds an operation's validator. @throws AppError INVALID_ARGUMENT with all invalid fields */
export function inputReader(operation: Operation) {
  const { params, query, body, selector } = operation;
  const idsOfPath = idsOf(params);
  const idsOfQuery = idsOf(query);
  const idsOfBody = body && 'shape' in body ? idsOf(body as z.ZodObject) : new Map<string, string>();

  /** Rejects malformed ids as not found; `id` and path parameters name the object itself. */
  function refuseMalformedIds(ids: Map<string, string>, values: Record<string, unknown>, isPath: boolean): void {
    for (const [name, thing] of ids) {
      const value = values[name];
      if (typeof value === 'string' && !isId(value)) throw notFound(thing, isPath || name === 'id' ? undefined : name);
    }
  }

  return (
    { params: inPath, query: inQuery, body: inBody }: RawInput,
    problems: Problems = noProblems(),
  ): Input<unknown, unknown, unknown> => {
    if (selector !== undefined)
      for (const name of Object.keys(inQuery))
        if (!(name in query.shape)) problems[name] = `Give ${selector} without ${name}`;
    for (const [name, value] of Object.entries(inQuery)) if (!isStorable(value)) problems[name] ??= unstorable(name);
    const asked = query.safeParse(inQuery);
    if (!asked.success) problemsOf(asked.error, 'parameter', problems);
    const path = params.safeParse(inPath);
    if (!path.success) problemsOf(path.error, 'parameter', problems);
    let sent: unknown;
    if (body) {
      sent = inBody ?? {};
      const bad = isStream(operation) ? undefined : unstorablePlace(sent);
      if (bad !== undefined) problems[bad] = unstorable(bad);
      const read = body.safeParse(sent);
      if (!read.success) problemsOf(read.error, 'field', problems);
      sent = read.data;
    }
    if (Object.keys(problems).length > 0) throw invalidFields(problems);
    refuseMalformedIds(idsOfPath, inPath, true);
    refuseMalformedIds(idsOfQuery, inQuery, false);
    refuseMalformedIds(idsOfBody, (sent ?? {}) as Record<string, unknown>, false);
    return { params: path.data, query: asked.data, body: sent };
  };
}

export interface ServeOptions {
  /** Validates responses, in tests and the local stack. */
  checkAnswers: boolean;
  /** Public origin for file addresses; empty: the request's origin. */
  publicUrl: string;
  /** Idempotency store. */
  answers: KeyValue;
  limits: Readonly<Record<RateClass, RequestHandler>>;
  /** New service token; by default that of the request. */
  tokenFor?: (caller: Caller) => Promise<string>;
}

/** Configured origin, or the request's. */
export const originOf = (request: Request, publicUrl: string): string =>
  publicUrl || `${request.protocol}://${request.host}`;

/** @throws Error if a response violates its schema */
function checkAnswer({ id, answer }: Operation, value: unknown): void {
  const checked = answer.schema.safeParse(value);
  if (!checked.success) throw new Error(`the response of ${id} violates its schema: ${checked.error.message}`);
}

export const hasDryRun = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && 'dry_run' in answer && answer.dry_run === true;

/** Context of the request's caller. @throws AppError UNAUTHENTICATED if anonymous */
export const contextOf = (
  request: Request,
  { publicUrl, tokenFor }: Pick<ServeOptions, 'publicUrl' | 'tokenFor'>,
  options = { unlimited: false },
): CallerContext => ({
  caller: callerOf(request),
  parent: parentOf(request, options),
  freshParent: async () => {
    const parent = parentOf(request, { unlimited: true });
    return tokenFor ? { ...parent, token: await tokenFor(callerOf(request)) } : parent;
  },
  origin: originOf(request, publicUrl),
  requestId: requestOf(request).requestId,
  ownId: requestOf(request).ownId,
  mintId: mintOf(request),
  keyedId: () => requestOf(request).mintId?.() ?? '',
  auditVersion: (versionNumber) => {
    requestOf(request).versionNumber = versionNumber;
  },
  // only a single tag is supported; otherwise the response is built in full
  knownTag: /^(?:W\/)?"([^"]+)"$/.exec(request.get('if-none-match') ?? '')?.[1],
});

async function sendBytes(response: Response, answer: BinaryAnswer): Promise<void> {
  const { contentType, bytes, headers } = answer;
  response.set(headers);
  if (answer instanceof StreamedAnswer) {
    response.setHeader('Content-Type', contentType);
    if (response.req.method === 'HEAD') return void response.end();
    return pipeline(Readable.from(answer.parts, { objectMode: false, highWaterMark: 1 }), response);
  }
  if (!bytes) return void response.status(304).end();
  response.setHeader('Content-Type', contentType);
  response.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

const FORM = 'application/x-www-form-urlencoded';
const BYTES = 'application/octet-stream';

/** Whether the body is read while it arrives. */
const isStream = ({ consumes }: Operation): boolean => consumes !== undefined && consumes !== FORM;

async function bodyOf(request: Request, operation: Operation, answers: KeyValue): Promise<unknown> {
  if (!isStream(operation)) return request.body as unknown;
  if (operation.consumes === BYTES) {
    if (!request.is(BYTES)) throw new AppError('INVALID_ARGUMENT', 'unsupported_type', `Send the bytes as ${BYTES}.`);
    return request;
  }
  refuseOtherForms(request);
  return new RequestForm(request, await idempotencySeed(answers, request));
}

export type Execute = (sent: RawInput, context: CallerContext, problems?: Problems) => Promise<unknown>;

/** Builds an operation's executor: authorization, validation, handler. */
export function executorOf(
  { operation, handle, callerRules, furtherChecks }: Route,
  { checkAnswers }: Pick<ServeOptions, 'checkAnswers'>,
): Execute {
  const readDeclared = inputReader(operation);

  async function read(
    sent: RawInput,
    context: CallerContext,
    problems: Problems,
  ): Promise<Input<unknown, unknown, unknown>> {
    try {
      return readDeclared(sent, problems);
    } catch (error) {
      if (!furtherChecks || !(error instanceof AppError) || error.code !== 'INVALID_ARGUMENT') throw error;
      throw invalidFields({ ...error.fields, ...(await furtherChecks(sent, context)) });
    }
  }

  return async (sent, context, problems = noProblems()) => {
    requireAccess(context.caller, isWrite(operation.access) ? 'write' : 'read');
    if (callerRules) Object.assign(problems, callerRules(sent.body, context.caller));
    const input = await read(sent, context, problems);
    const answer = await handle(input as Input<never, never, never>, context);
    if (checkAnswers) checkAnswer(operation, answer);
    return answer;
  };
}

/** Whether concurrent requests of one caller may share a response: JSON reads, except exports, of which each is audited. */
const isShareable = ({ method, answer, audit }: Operation): boolean =>
  method === 'get' && answer.schema !== binary && typeof audit?.records !== 'object';

interface SerializedResponse {
  bytes: Buffer;
  etag: string;
}

function serialize(answer: unknown, app: Application): SerializedResponse {
  const bytes = Buffer.from(JSON.stringify(answer));
  const etagOf = app.get('etag fn') as (body: Buffer) => string;
  return { bytes, etag: etagOf(bytes) };
}

function sendSerialized(response: Response, status: number, { bytes, etag }: SerializedResponse): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('ETag', etag);
  response.status(status).send(bytes);
}

const sentBy = async (
  request: Request,
  operation: Operation,
  { answers }: Pick<ServeOptions, 'answers'>,
  problems: Problems,
): Promise<RawInput> => ({
  params: request.params as Record<string, string>,
  query: given(request.query, problems),
  body: await bodyOf(request, operation, answers),
});

function rawHandlerOf({ operation, respond }: RawRoute, options: ServeOptions): RequestHandler {
  const read = inputReader(operation);
  return async (request, response: Response) => {
    requestOf(request).operation = operation.id;
    const problems = noProblems();
    const input = read(await sentBy(request, operation, options, problems), problems);
    const answer = await respond(input as Input<never, never, never>, request, response);
    if (answer === undefined) return;
    if (options.checkAnswers) checkAnswer(operation, answer);
    response.status(operation.answer.status).json(answer);
  };
}

function handlerOf(routes: readonly Route[], reads: SharedReads, options: ServeOptions): RequestHandler {
  const variants = routes.map((one) => ({ ...one, execute: executorOf(one, options) }));
  const main = variants.find(({ operation }) => operation.selector === undefined);
  const chosen = (request: Request) =>
    variants.find(({ operation: { selector } }) => selector !== undefined && selector in request.query) ?? main;

  return async (request, response: Response) => {
    const variant = chosen(request);
    if (!variant) {
      const names = variants.map(({ operation }) => operation.selector ?? '');
      throw invalidFields(Object.fromEntries(names.map((name) => [name, `${name} is required`])));
    }
    const { operation, execute, withoutSecrets } = variant;
    requestOf(request).operation = operation.id;
    const problems = noProblems();
    const sent = await sentBy(request, operation, options, problems);
    const context = contextOf(request, options, { unlimited: isStream(operation) });
    if (isShareable(operation)) {
      const name = `${context.origin} ${request.originalUrl}`;
      const read = async (parent: CallParent): Promise<SerializedResponse> =>
        serialize(await execute(sent, { ...context, parent, requestId: parent.requestId }, problems), request.app);
      return sendSerialized(
        response,
        operation.answer.status,
        await reads.get(context.caller, name, context.parent, read),
      );
    }
    const answer = await execute(sent, context, problems);
    if (withoutSecrets) storeInstead(response, withoutSecrets(answer as object));
    if (answer instanceof BinaryAnswer) await sendBytes(response, answer);
    else response.status(hasDryRun(answer) ? 200 : operation.answer.status).json(answer);
  };
}

const isRaw = (route: AnyRoute): route is RawRoute => 'respond' in route;

/** Handlers of the operations that share a method and path: checks before the operation, then the operation. */
function chainOf(routes: readonly AnyRoute[], reads: SharedReads, options: ServeOptions): RequestHandler[] {
  const handled = routes.filter((one): one is Route => !isRaw(one));
  const raw = routes.find(isRaw);
  const { sameOrigin, access, body, consumes, rate = [] } = routes[0]!.operation;
  return [
    ...(sameOrigin ? [sameOriginOnly] : []),
    // others are parsed for all operations at once, after authentication
    ...(access === 'open' && body ? [consumes === FORM ? urlencoded({ extended: false }) : jsonOnly, json()] : []),
    ...rate.map((name) => options.limits[name]),
    raw ? rawHandlerOf(raw, options) : handlerOf(handled, reads, options),
  ];
}

/** Separates the paths with streamed bodies, which are mounted before JSON bodies are required. */
export function byStreaming<Each extends AnyRoute>(routes: readonly Each[]): { streamed: Each[]; others: Each[] } {
  const paths = new Set(routes.filter(({ operation }) => isStream(operation)).map(({ operation }) => operation.path));
  const isStreamed = ({ operation }: Each): boolean => paths.has(operation.path);
  return { streamed: routes.filter(isStreamed), others: routes.filter((one) => !isStreamed(one)) };
}

/** Mounts routes: one handler per method and path, 405 for other methods. */
export function serveRoutes(router: Router, routes: readonly AnyRoute[], options: ServeOptions): void {
  const reads = new SharedReads();
  const paths = new Map<string, Map<keyof Methods, AnyRoute[]>>();
  for (const one of routes) {
    const path = one.operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    const byMethod = paths.get(path) ?? new Map<keyof Methods, AnyRoute[]>();
    paths.set(path, byMethod);
    byMethod.set(one.operation.method, [...(byMethod.get(one.operation.method) ?? []), one]);
  }
  // static segments take precedence over parameters: /runs/batch is not a run
  const named = [...paths].sort(([a], [b]) => a.split(':').length - b.split(':').length);
  for (const [path, byMethod] of named)
    methods(
      router,
      path,
      auditRuleOfPath([...byMethod.values()].flat().map(({ operation }) => operation)),
      Object.fromEntries([...byMethod].map(([method, variants]) => [method, chainOf(variants, reads, options)])),
    );
}
