/** The one file that knows the `nats` package. */
import {
  AckPolicy,
  DiscardPolicy,
  Events,
  NatsError,
  RetentionPolicy,
  StorageType,
  connect,
  headers as natsHeaders,
  nanos,
  type ConsumerMessages,
  type JetStreamManager,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { context, propagation } from '@opentelemetry/api';
import type { Logger } from '../logger.js';

export type { JsMsg, NatsConnection } from 'nats';

/** A stream's name, subjects and limits. */
export interface StreamSpec {
  name: string;
  subjects: string[];
  /** work: a message is gone once acknowledged; log: it stays until it is too old. */
  kind: 'work' | 'log';
  /** Milliseconds a message is kept; 0 for ever. */
  maxAgeMs: number;
}

/** Milliseconds within which a second copy of a message id is dropped. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

/** A durable pull consumer of one stream. */
export interface DurableSpec {
  stream: string;
  durable: string;
  filter: string;
  /** Milliseconds until an unacknowledged message is delivered again. */
  ackWaitMs: number;
  /** Messages delivered and not yet acknowledged, at most. */
  maxAckPending: number;
}

/** A bucket of JSON values; keys are letters, digits, - and _. */
export interface KeyValue {
  /** Sets a key that nobody holds. Answers whether it was free. */
  create(key: string, value: unknown): Promise<boolean>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  remove(key: string): Promise<void>;
}

/** A JetStream connection with the few calls the kit needs. */
export interface Broker {
  connection: NatsConnection;
  ensureStream(spec: StreamSpec): Promise<void>;
  /** Publishes and waits for the stream's acknowledgement. A second copy of an id within the window is dropped. */
  publish(subject: string, body: unknown, options: { id: string; trace?: Record<string, string> }): Promise<void>;
  consume(spec: DurableSpec, batch: number): Promise<ConsumerMessages>;
  /** Deletes a message for good. */
  deleteMessage(stream: string, sequence: number): Promise<void>;
  /** Every message of a subject as it passes by, without keeping a place (live views, caches). */
  watch(subject: string, handle: (subject: string, body: unknown) => void): () => void;
  /** Values that every copy of a process shares, each forgotten after a time. */
  keyValue(bucket: string, maxAgeMs: number): Promise<KeyValue>;
  /** Answers when the server does. */
  ready(): Promise<boolean>;
  drain(): Promise<void>;
}

/** States of the connection that a person on call wants to read of. */
const NOTEWORTHY = new Set<string>([Events.Disconnect, Events.Reconnect, Events.Error]);

/** Connects, and keeps reconnecting for as long as the process lives. */
export async function connectBroker(url: string, name: string, log: Logger): Promise<Broker> {
  const connection = await connect({
    servers: url.split(','),
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
  });
  void (async () => {
    for await (const { type, data } of connection.status()) {
      if (NOTEWORTHY.has(type)) log.warn({ type, data }, 'nats');
    }
  })();
  const manager = await connection.jetstreamManager();
  const stream = connection.jetstream();
  return {
    connection,
    ensureStream: (spec) => ensureStream(manager, spec),
    async publish(subject, body, { id, trace }) {
      const headers = natsHeaders();
      for (const [key, value] of Object.entries(trace ?? {})) headers.set(key, value);
      await stream.publish(subject, JSON.stringify(body), { msgID: id, headers, timeout: 5_000 });
    },
    async consume(spec, batch) {
      await ensureDurable(manager, spec);
      const consumer = await stream.consumers.get(spec.stream, spec.durable);
      return consumer.consume({ max_messages: batch });
    },
    async deleteMessage(name, sequence) {
      await manager.streams.deleteMessage(name, sequence, false);
    },
    watch(subject, handle) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) log.warn({ err: error, subject }, 'nats subscription');
          else handle(message.subject, message.json());
        },
      });
      return () => subscription.unsubscribe();
    },
    async keyValue(bucket, maxAgeMs) {
      const values = await stream.views.kv(bucket, { ttl: maxAgeMs, history: 1 });
      return {
        async create(key, value) {
          try {
            await values.create(key, JSON.stringify(value));
            return true;
          } catch (error) {
            if (isWrongSequence(error)) return false;
            throw error;
          }
        },
        async get(key) {
          const entry = await values.get(key);
          return entry?.operation === 'PUT' ? entry.json() : undefined;
        },
        async set(key, value) {
          await values.put(key, JSON.stringify(value));
        },
        remove: (key) => values.delete(key),
      };
    },
    async ready() {
      await connection.flush();
      return true;
    },
    drain: () => connection.drain(),
  };
}

/** JetStream's code for "the key has a value already". */
const WRONG_LAST_SEQUENCE = 10071;

const isWrongSequence = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === WRONG_LAST_SEQUENCE;

async function ensureStream(manager: JetStreamManager, spec: StreamSpec): Promise<void> {
  const config = {
    name: spec.name,
    subjects: spec.subjects,
    retention: spec.kind === 'work' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(spec.maxAgeMs),
    duplicate_window: nanos(spec.maxAgeMs ? Math.min(DUPLICATE_WINDOW_MS, spec.maxAgeMs) : DUPLICATE_WINDOW_MS),
  };
  try {
    await manager.streams.add(config);
  } catch (error) {
    // made by another process of ours, perhaps with older limits
    await manager.streams.update(spec.name, config).catch(() => {
      throw error;
    });
  }
}

async function ensureDurable(manager: JetStreamManager, spec: DurableSpec): Promise<void> {
  const config = {
    durable_name: spec.durable,
    ack_policy: AckPolicy.Explicit,
    filter_subject: spec.filter,
    ack_wait: nanos(spec.ackWaitMs),
    max_ack_pending: spec.maxAckPending,
    max_deliver: -1,
  };
  const existing = await manager.consumers.info(spec.stream, spec.durable).catch(() => undefined);
  if (existing) await manager.consumers.update(spec.stream, spec.durable, config);
  else await manager.consumers.add(spec.stream, config);
}

/** Trace headers of the current span, to travel with a message. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs a handler inside the trace that a message carries. */
export function withTraceOf<T>(message: JsMsg, run: () => Promise<T>): Promise<T> {
  const carrier: Record<string, string> = {};
  for (const key of message.headers?.keys() ?? []) carrier[key] = message.headers?.get(key) ?? '';
  return context.with(propagation.extract(context.active(), carrier), run);
}
