import { setMaxListeners } from 'node:events';
import {
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type sendUnaryData,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import {
  type Actor,
  ConfigError,
  AppError,
  normalizeError,
  notAuthorized,
  newId,
  type Logger,
  type Metrics,
  CALL_DRAIN_MS,
} from '@symbio/runtime';
import type { InternalTokens } from './internal-tokens.js';
import { callerOf, textOf } from './caller.js';
import type { CallContext } from './context.js';
import type { AnyMethod, Handlers, MethodPolicy, Policies, ServiceShape } from './definition.js';
import { toStatus } from './errors.js';
import { hostPort } from './target.js';

/** Handler timeout in milliseconds for calls without deadline. */
const DEFAULT_LIMIT_MS = 15_000;

/**
 * Maximum connection age in milliseconds (grpc-js adds 10 % jitter), so clients discover added replicas; then calls in
 * flight get as long as the longest upload.
 */
const CONNECTION_AGE_MS = 5 * 60_000;
const CONNECTION_GRACE_MS = 16 * 60_000;

export interface GrpcServerOptions {
  tokens: InternalTokens;
  log: Logger;
  metrics: Metrics;
  /** Replaces errors of a store by those that callers understand. */
  mapError?: (error: unknown) => unknown;
  /** Shortened by tests. */
  connectionAgeMs?: number;
}

type Call = ServerUnaryCall<unknown, unknown> | ServerReadableStream<unknown, unknown>;
type Answer = (call: Call, callback: sendUnaryData<unknown>) => void;
type Handler = (request: unknown, context: CallContext) => Promise<object>;

/** Definition with already serialized responses. */
const bytesOut = (definition: ServiceShape): ServiceShape =>
  Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [
      name,
      { ...method, responseSerialize: (bytes: Buffer) => bytes },
    ]),
  );

/** Health service name for liveness, independent of dependencies. */
export const LIVE = 'live';

/** Response while the process waits for its dependencies. */
const starting = () =>
  toStatus(new AppError('UNAVAILABLE', 'starting', 'This is being started. Please try again in a moment.'));

/** GRPC server whose handlers are plain async functions of (request, context). */
export class GrpcServer {
  readonly #server: Server;
  readonly #health = new HealthImplementation({ '': 'NOT_SERVING', [LIVE]: 'SERVING' });
  readonly #options: GrpcServerOptions;
  /** Services to add or replace when the server opens. */
  readonly #pending: (() => void)[] = [];
  readonly #implementations = new Map<string, Answer>();
  /** Calls received before the server is open; undefined when they no longer wait. */
  #held: { path: string; call: Call; callback: sendUnaryData<unknown> }[] | undefined = [];

  constructor(options: GrpcServerOptions) {
    this.#options = options;
    this.#server = new Server({
      'grpc.max_receive_message_length': 8 * 1024 * 1024,
      'grpc.max_connection_age_ms': options.connectionAgeMs ?? CONNECTION_AGE_MS,
      'grpc.max_connection_age_grace_ms': CONNECTION_GRACE_MS,
    });
    this.#health.addToServer(this.#server);
  }

  /** Underlying server, for reflection in development. */
  get raw(): Server {
    return this.#server;
  }

  /** Holds calls of a service added later until the server opens, with a timeout. */
  reserve(definition: ServiceShape): void {
    const holds = Object.entries(definition).map(([name, { path }]) => {
      const hold: Answer = (call, callback) => {
        if (this.#held) this.#held.push({ path, call, callback });
        else callback(starting());
      };
      return [name, hold];
    });
    this.#server.addService(bytesOut(definition), Object.fromEntries(holds) as Record<string, Answer>);
  }

  /** Answers held and future calls with UNAVAILABLE. */
  refuse(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { callback } of held) callback(starting());
  }

  /** Adds a service, active once the server is open. */
  add<D extends ServiceShape>(definition: D, handlers: Handlers<D>, policies: Policies<D>): void {
    const implementation: Record<string, Answer> = {};
    for (const [name, method] of Object.entries(definition)) {
      const handler = handlers[name] as Handler | undefined;
      const policy = policies[name];
      if (!handler || !policy) throw new Error(`${method.path} has no ${handler ? 'policy' : 'handler'}`);
      const answer: Answer = (call, callback) => this.#serve(method, handler, policy, call, callback);
      implementation[name] = answer;
      this.#implementations.set(method.path, answer);
    }
    this.#pending.push(() => {
      this.#server.removeService(definition);
      this.#server.addService(bytesOut(definition), implementation);
    });
  }

  open(): void {
    for (const add of this.#pending.splice(0)) add();
    this.ready(true);
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { path, call, callback } of held)
      if (!call.cancelled) (this.#implementations.get(path) ?? ((_call, refuse) => refuse(starting())))(call, callback);
  }

  async listen(host: string, port: number): Promise<number> {
    const bound = await this.bind(host, port);
    this.open();
    return bound;
  }

  /** Listens; returns the port. @throws ConfigError when the port is taken or not permitted */
  async bind(host: string, port: number): Promise<number> {
    const address = hostPort(host, port);
    return new Promise<number>((resolve, reject) => {
      this.#server.bindAsync(address, ServerCredentials.createInsecure(), (error, actual) =>
        error ? reject(new ConfigError(`Cannot listen on ${address}: ${error.message}.`)) : resolve(actual),
      );
    });
  }

  ready(isReady: boolean): void {
    this.#health.setStatus('', isReady ? 'SERVING' : 'NOT_SERVING');
  }

  /** Waits for calls in flight, then closes; cancels the rest after a timeout. */
  async drain(limitMs = CALL_DRAIN_MS): Promise<void> {
    await new Promise<void>((resolve) => {
      const force = setTimeout(() => {
        this.#server.forceShutdown();
        resolve();
      }, limitMs);
      this.#server.tryShutdown(() => {
        clearTimeout(force);
        resolve();
      });
    });
  }

  #serve(
    method: AnyMethod,
    handler: Handler,
    policy: MethodPolicy,
    call: Call,
    callback: sendUnaryData<unknown>,
  ): void {
    const stop = this.#options.metrics.grpcServed.startTimer({ method: method.path });
    const controller = new AbortController();
    // every concurrent nested call adds a listener
    setMaxListeners(0, controller.signal);
    let isAnswered = false;
    // grpc-js emits it at the end of every call
    call.once('cancelled', () => {
      if (!isAnswered) controller.abort();
    });
    const run = async (): Promise<void> => {
      let context: CallContext | undefined;
      try {
        context = await this.#context(call, controller.signal);
        if (!policy.allows(context.actor)) throw notAuthorized();
        const request = 'request' in call ? call.request : call;
        const partial = await handler(request, context);
        // responses contain only non-default values
        const response = { ...(method.responseDeserialize(Buffer.alloc(0)) as object), ...partial };
        // serialized here, so encoding errors are logged with the method
        const bytes = method.responseSerialize(response);
        stop({ code: 'OK' });
        isAnswered = true;
        callback(null, bytes);
      } catch (error) {
        const mapped = normalizeError(this.#options.mapError?.(error) ?? error);
        stop({ code: mapped.code });
        this.#report(method, mapped, context);
        isAnswered = true;
        callback(toStatus(mapped));
      }
    };
    void run();
  }

  #report(method: AnyMethod, error: AppError, context: CallContext | undefined): void {
    const log = context?.log ?? this.#options.log;
    const line = { method: method.path, code: error.code, reason: error.reason };
    if (error.code === 'INTERNAL') log.error({ ...line, err: error.cause ?? error }, 'call failed');
    else log.debug(line, 'call refused');
  }

  async #context(call: Call, signal: AbortSignal): Promise<CallContext> {
    const { token, caller: known } = await callerOf(call.metadata, this.#options.tokens);
    const requestId = textOf(call.metadata, 'x-request-id') || newId();
    const address = textOf(call.metadata, 'x-client-address');
    const ownRequestId = textOf(call.metadata, 'x-own-request-id');
    const ids = ownRequestId ? { requestId: ownRequestId, clientRequestId: requestId } : { requestId };
    // only calls through the gateway have a client address
    const origin = known.via === 'service' || !address ? ids : { ...ids, address };
    const actor: Actor = { ...known, ...origin };
    const deadline = call.getDeadline();
    const until = deadline instanceof Date ? deadline.getTime() : deadline;
    return {
      token,
      actor,
      requestId,
      ...(ownRequestId ? { ownRequestId } : {}),
      ...(address ? { address } : {}),
      signal,
      deadline: new Date(Number.isFinite(until) ? until : Date.now() + DEFAULT_LIMIT_MS),
      log: this.#options.log.child({ request_id: requestId, sub: actor.sub }),
    };
  }
}
