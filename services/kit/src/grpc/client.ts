import { Client as GrpcClient, Metadata, credentials, type ClientWritableStream } from '@grpc/grpc-js';
import { idempotency } from '@symbio/proto/idempotency';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { CallParent } from './context.js';
import type { AnyMethod, Client, ServiceShape } from './definition.js';
import { fromStatus } from './errors.js';
import { targetOf } from './target.js';

/** Milliseconds a unary call may take when its parent sets no nearer deadline. */
const UNARY_LIMIT_MS = 10_000;
/** Milliseconds a streamed upload may take: 200 MB over a slow line. For `limitMs` of other calls that take long. */
export const STREAM_LIMIT_MS = 15 * 60_000;

/** Milliseconds between looks at which addresses a name has, at least; a replica that went is noticed at once. */
const RESOLUTION_MS = 5_000;
/**
 * Milliseconds of silence after which a connection with calls is asked whether it lives, and for the answer. A replica that
 * hangs (a frozen node, a network that swallows) gets no calls after both, and those it had go to another where that is safe.
 */
const KEEPALIVE_MS = 6_000;
const KEEPALIVE_ANSWER_MS = 4_000;

/**
 * Milliseconds before a replica that refused a connection is tried again, at first and at most: gRPC's own (1 s, growing to 2
 * minutes) would leave one that was away for half a minute without calls for another half.
 */
const RECONNECT_MS = 200;
const RECONNECT_MOST_MS = 1_000;

/** A peer that is starting or restarting is tried again, within the deadline. */
const RETRY_POLICY = {
  maxAttempts: 4,
  initialBackoff: '0.1s',
  maxBackoff: '1s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

/**
 * Calls take turns over the replicas of a service. Those that the contract lets be repeated are retried, on whichever
 * replica's turn it is. Of the others gRPC retries by itself those that no handler has seen: that never left this process,
 * or that a server which shuts down refused.
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
  /** host:port, whose host may have several addresses; or several host:port with commas in between. */
  address: string;
  metrics: Metrics;
}

/** A client and how to close it. */
export interface ConnectedClient<D extends ServiceShape> {
  client: Client<D>;
  close: () => void;
}

/** Connects to a service. No call goes out without a deadline, a parent and the actor's token. */
export function connectClient<D extends ServiceShape>(definition: D, options: ClientOptions): ConnectedClient<D> {
  const channel = new GrpcClient(targetOf(options.address), credentials.createInsecure(), {
    'grpc.service_config': serviceConfig(definition),
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
    'grpc.keepalive_time_ms': KEEPALIVE_MS,
    'grpc.keepalive_timeout_ms': KEEPALIVE_ANSWER_MS,
    'grpc.initial_reconnect_backoff_ms': RECONNECT_MS,
    'grpc.max_reconnect_backoff_ms': RECONNECT_MOST_MS,
    'grpc.dns_min_time_between_resolutions_ms': RESOLUTION_MS,
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

/** A request with the defaults of its message; a field that is undefined counts as left out, it would be sent as a text. */
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
          // answered (a refusal, perhaps), cancelled or too late: sending the rest would be waste
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

/** Sends all of a source, or until the call is over: the source is then closed, also while it has nothing to give. */
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
