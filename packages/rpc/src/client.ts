import { Client as GrpcClient, Metadata, credentials, type ClientWritableStream } from '@grpc/grpc-js';
import { idempotency } from '@symbio/proto/idempotency';
import { AppError, type Metrics } from '@symbio/runtime';
import type { CallParent } from './context.js';
import type { AnyMethod, Client, ServiceShape } from './definition.js';
import { fromStatus } from './errors.js';
import { RESOLUTION_MS, targetOf } from './target.js';

/** Default timeout of a unary call in milliseconds, unless the parent's deadline is earlier. */
const UNARY_LIMIT_MS = 10_000;
/** Timeout of a streamed upload in milliseconds: 200 MB over a slow line. For `limitMs` of other slow calls. */
export const STREAM_LIMIT_MS = 15 * 60_000;

/**
 * Milliseconds of silence before a keepalive ping, and for its answer. A hanging replica (frozen node, lost packets)
 * then gets no more calls, and its safe calls are retried on another.
 */
const KEEPALIVE_MS = 6_000;
const KEEPALIVE_ANSWER_MS = 4_000;

/**
 * Initial and maximum reconnect delay in milliseconds: gRPC's default (1 s to 2 minutes) would leave a replica unused
 * for as long again as an outage of half a minute.
 */
const RECONNECT_MS = 200;
const RECONNECT_MOST_MS = 1_000;

/** Retries calls to a starting or restarting peer, within the deadline. */
const RETRY_POLICY = {
  maxAttempts: 4,
  initialBackoff: '0.1s',
  maxBackoff: '1s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

/**
 * Round robin over replicas. Idempotent methods, by contract, are retried on any replica. Others gRPC retries only if
 * no handler has seen them: never sent, or refused during shutdown.
 */
const serviceConfig = (definition: ServiceShape): string =>
  JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: Object.values(definition)
          .filter(({ path, requestStream }) => idempotency.has(path) && !requestStream)
          .map(({ path }) => {
            const [, service, method] = path.split('/');
            return { service, method };
          }),
        retryPolicy: RETRY_POLICY,
      },
    ].filter(({ name }) => name.length > 0),
  });

export interface ClientOptions {
  /** host:port, where the host may resolve to several addresses; or a comma-separated list of host:port. */
  address: string;
  metrics: Metrics;
}

export interface ConnectedClient<D extends ServiceShape> {
  client: Client<D>;
  close: () => void;
}

/** Connects to a service. Every call has a deadline, a parent and the actor's token. */
export function connectClient<D extends ServiceShape>(definition: D, options: ClientOptions): ConnectedClient<D> {
  const channel = new GrpcClient(targetOf(options.address), credentials.createInsecure(), {
    'grpc.service_config': serviceConfig(definition),
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_ANSWER_MS,
    'grpc.initial_reconnect_backoff_ms': RECONNECT_MS,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MOST_MS,
    'grpc.dns_min_time_between_resolutions_ms': RESOLUTION_MS,
    // the configuration above is the only one
    'grpc.service_config_disable_resolution': 1,
  });
  const entries = Object.entries(definition).map(([name, method]) => [
    name,
    method.requestStream
      ? (requests: AsyncIterable<unknown>, parent: CallParent) => callStream(channel, method, requests, parent, options)
      : (request: object, parent: CallParent) => callUnary(channel, method, request, parent, options),
  ]);
  return { client: Object.fromEntries(entries) as Client<D>, close: () => channel.close() };
}

const metadataOf = (parent: CallParent): Metadata => {
  const metadata = new Metadata();
  metadata.set('authorization', `Bearer ${parent.token}`);
  metadata.set('x-request-id', parent.requestId);
  if (parent.ownRequestId && parent.ownRequestId !== parent.requestId)
    metadata.set('x-own-request-id', parent.ownRequestId);
  if (parent.address) metadata.set('x-client-address', parent.address);
  return metadata;
};

const deadlineOf = (parent: CallParent, limitMs: number): Date =>
  new Date(Math.min(parent.deadline?.getTime() ?? Infinity, Date.now() + (parent.limitMs ?? limitMs)));

function observed<T>(method: AnyMethod, options: ClientOptions, run: () => Promise<T>): Promise<T> {
  const stop = options.metrics.grpcCalled.startTimer({ method: method.path });
  return run().then(
    (value) => {
      stop({ code: 'OK' });
      return value;
    },
    (error: unknown) => {
      const mapped = fromStatus(error);
      stop({ code: mapped.code });
      throw mapped;
    },
  );
}

const cancelled = (): AppError => new AppError('CANCELLED', 'cancelled', 'The call was cancelled.');

function abortable(parent: CallParent, cancel: () => void): () => void {
  parent.signal?.addEventListener('abort', cancel, { once: true });
  return () => parent.signal?.removeEventListener('abort', cancel);
}

/** Request with default values; undefined counts as absent, or it would be encoded as text. */
const completed = (method: AnyMethod, request: object): object => ({
  ...(method.requestDeserialize(Buffer.alloc(0)) as object),
  ...Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined)),
});

function callUnary(
  channel: GrpcClient,
  method: AnyMethod,
  request: object,
  parent: CallParent,
  options: ClientOptions,
) {
  const complete = completed(method, request);
  return observed(method, options, () => {
    if (parent.signal?.aborted) return Promise.reject(cancelled());
    return new Promise<unknown>((resolve, reject) => {
      const call = channel.makeUnaryRequest(
        method.path,
        (value: object) => method.requestSerialize(value),
        (bytes: Buffer) => method.responseDeserialize(bytes) as unknown,
        complete,
        metadataOf(parent),
        { deadline: deadlineOf(parent, UNARY_LIMIT_MS) },
        (error, value) => {
          release();
          if (error) reject(error);
          else resolve(value);
        },
      );
      const release = abortable(parent, () => call.cancel());
    });
  });
}

function callStream(
  channel: GrpcClient,
  method: AnyMethod,
  requests: AsyncIterable<unknown>,
  parent: CallParent,
  options: ClientOptions,
) {
  return observed(method, options, () => {
    if (parent.signal?.aborted) return Promise.reject(cancelled());
    return new Promise<unknown>((resolve, reject) => {
      const over = new AbortController();
      const call = channel.makeClientStreamRequest(
        method.path,
        (value: unknown) => method.requestSerialize(value),
        (bytes: Buffer) => method.responseDeserialize(bytes) as unknown,
        metadataOf(parent),
        { deadline: deadlineOf(parent, STREAM_LIMIT_MS) },
        (error, value) => {
          release();
          // answered, cancelled or timed out: stop sending
          over.abort();
          if (error) reject(error);
          else resolve(value);
        },
      );
      const release = abortable(parent, () => call.cancel());
      send(call, requests, over.signal).catch((error: unknown) => {
        call.cancel();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
  });
}

/** Sends a source until it or the call ends; then closes the source, even while it waits. */
async function send(
  call: ClientWritableStream<unknown>,
  requests: AsyncIterable<unknown>,
  over: AbortSignal,
): Promise<void> {
  const source = requests[Symbol.asyncIterator]();
  const ended = new Promise<undefined>((resolve) => over.addEventListener('abort', () => resolve(undefined)));
  for (;;) {
    const got = await Promise.race([source.next(), ended]);
    if (!got || over.aborted) {
      await source.return?.();
      return;
    }
    if (got.done) break;
    if (!call.write(got.value)) await drained(call);
  }
  call.end();
}

const drained = (call: NodeJS.EventEmitter): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error', 'status']) call.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error', 'status']) call.once(event, done);
  });
