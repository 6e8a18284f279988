import { Client as GrpcClient, Metadata, credentials } from '@grpc/grpc-js';
import { AppError } from '../errors.js';
import type { Metrics } from '../metrics.js';
import type { CallParent } from './context.js';
import type { AnyMethod, Client, ServiceShape } from './definition.js';
import { fromStatus } from './errors.js';

/** Milliseconds a unary call may take when its parent sets no nearer deadline. */
const UNARY_LIMIT_MS = 10_000;
/** Milliseconds a streamed upload may take: 200 MB over a slow line. */
const STREAM_LIMIT_MS = 15 * 60_000;

/** A peer that is starting or restarting is tried again, within the deadline. */
const SERVICE_CONFIG = JSON.stringify({
  methodConfig: [
    {
      name: [{}],
      waitForReady: false,
      retryPolicy: {
        maxAttempts: 4,
        initialBackoff: '0.1s',
        maxBackoff: '1s',
        backoffMultiplier: 2,
        retryableStatusCodes: ['UNAVAILABLE'],
      },
    },
  ],
});

export interface ClientOptions {
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
  const channel = new GrpcClient(options.address, credentials.createInsecure(), {
    'grpc.service_config': SERVICE_CONFIG,
    'grpc.max_receive_message_length': 32 * 1024 * 1024,
    'grpc.keepalive_time_ms': 30_000,
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
  return metadata;
};

const deadlineOf = (parent: CallParent, limitMs: number): Date =>
  new Date(Math.min(parent.deadline?.getTime() ?? Infinity, Date.now() + limitMs));

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

function abortable(parent: CallParent, cancel: () => void): () => void {
  parent.signal?.addEventListener('abort', cancel, { once: true });
  return () => parent.signal?.removeEventListener('abort', cancel);
}

function callUnary(
  channel: GrpcClient,
  method: AnyMethod,
  request: object,
  parent: CallParent,
  options: ClientOptions,
) {
  const complete = { ...(method.requestDeserialize(Buffer.alloc(0)) as object), ...request };
  return observed(method, options, () => {
    if (parent.signal?.aborted)
      return Promise.reject(new AppError('CANCELLED', 'cancelled', 'The call was cancelled.'));
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
  return observed(
    method,
    options,
    () =>
      new Promise<unknown>((resolve, reject) => {
        let settled = false;
        const call = channel.makeClientStreamRequest(
          method.path,
          (value: unknown) => method.requestSerialize(value),
          (bytes: Buffer) => method.responseDeserialize(bytes) as unknown,
          metadataOf(parent),
          { deadline: deadlineOf(parent, STREAM_LIMIT_MS) },
          (error, value) => {
            settled = true;
            release();
            if (error) reject(error);
            else resolve(value);
          },
        );
        const release = abortable(parent, () => call.cancel());
        const send = async (): Promise<void> => {
          for await (const message of requests) {
            // the other side has answered already (a refusal): sending the rest would be waste
            if (settled) return;
            if (!call.write(message)) await drained(call);
          }
          call.end();
        };
        send().catch((error: unknown) => {
          call.cancel();
          reject(error instanceof Error ? error : new Error(String(error)));
        });
      }),
  );
}

const drained = (call: NodeJS.EventEmitter): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      for (const event of ['drain', 'close', 'error', 'status']) call.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'close', 'error', 'status']) call.once(event, done);
  });
