/** The one file that knows the `nats` package. */
import {
  AckPolicy,
  DiscardPolicy,
  ErrorCode,
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
  type StreamAPI,
} from 'nats';
import { context, propagation } from '@opentelemetry/api';
import type { Logger } from '../logger.js';

export type { ConsumerMessages, JsMsg, NatsConnection } from 'nats';

/** A stream's name, subjects and limits. */
export interface StreamSpec {
  name: string;
  subjects: string[];
  /** work: a message is deleted once acknowledged; log: it stays until it is too old. */
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

/** A message as a stream holds it. */
export interface StoredMessage {
  sequence: number;
  subject: string;
  at: Date;
  body: string;
}

/** A bucket of JSON values; keys are letters, digits, - and _. */
export interface KeyValue {
  /** Sets a key that nobody holds. Answers whether it was free. */
  create(key: string, value: unknown): Promise<boolean>;
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /**
   * Sets a value that depends on the one there is (undefined: none), and answers it. `change` is asked again when somebody
   * else set the value in the meantime.
   * @throws when others kept setting it at every try
   */
  update(key: string, change: (value: unknown) => unknown): Promise<unknown>;
  remove(key: string): Promise<void>;
}

/**
 * A message the stream does not take although the connection works. `passing`: no stream answered for its subject, which
 * also happens while JetStream restarts; otherwise the message itself is at fault, and stays so.
 */
export class RefusedMessage extends Error {
  override readonly name = 'RefusedMessage';
  constructor(
    message: string,
    readonly passing: boolean,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

/** How often a value is set against others who set the same one. */
const UPDATE_TRIES = 20;

/** A JetStream connection with the few calls the kit needs. */
export interface Broker {
  connection: NatsConnection;
  ensureStream(spec: StreamSpec): Promise<void>;
  /**
   * Publishes and waits for the stream's acknowledgement. A second copy of an id within the window is dropped.
   * @throws RefusedMessage when this message is not taken; anything else when the broker is away
   */
  publish(subject: string, body: unknown, options: { id: string; trace?: Record<string, string> }): Promise<void>;
  consume(spec: DurableSpec, batch: number): Promise<ConsumerMessages>;
  /** Makes a durable consumer, or brings it up to date. */
  ensureDurable(spec: DurableSpec): Promise<void>;
  /** The next message of a durable consumer, or undefined when none can be delivered right now. Never waits for one. */
  take(stream: string, durable: string): Promise<JsMsg | undefined>;
  /** How many messages a stream holds of each subject, those delivered and not yet acknowledged included. */
  depths(stream: string): Promise<Readonly<Record<string, number>>>;
  /** The messages a stream holds, oldest first, without taking them. */
  stored(stream: string): AsyncIterable<StoredMessage>;
  /** Deletes a message for good. */
  deleteMessage(stream: string, sequence: number): Promise<void>;
  /** Sends to whoever subscribes at this moment; nothing keeps it, and nobody may be there. */
  broadcast(subject: string, body: unknown): void;
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

/**
 * Connects, and keeps reconnecting for as long as the process lives.
 *
 * @param replicas servers of the cluster that keep a copy of each stream and bucket
 */
export async function connectBroker(url: string, name: string, log: Logger, replicas = 1): Promise<Broker> {
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
  const taker = connection.jetstream({ timeout: TAKE_LIMIT_MS });
  return {
    connection,
    ensureStream: (spec) => ensureStream(manager, spec, replicas),
    async publish(subject, body, { id, trace }) {
      const headers = natsHeaders();
      for (const [key, value] of Object.entries(trace ?? {})) headers.set(key, value);
      const text = textOf(body);
      try {
        await stream.publish(subject, text, { msgID: id, headers, timeout: 5_000 });
      } catch (error) {
        throw refusal(error) ?? error;
      }
    },
    async consume(spec, batch) {
      await ensureDurable(manager, spec);
      const consumer = await stream.consumers.get(spec.stream, spec.durable);
      return consumer.consume({ max_messages: batch });
    },
    ensureDurable: (spec) => ensureDurable(manager, spec),
    async take(name, durable) {
      try {
        return await taker.pull(name, durable);
      } catch (error) {
        if (error instanceof NatsError && NOTHING_TO_TAKE.has(error.code)) return undefined;
        throw error;
      }
    },
    async depths(name) {
      const { state } = await manager.streams.info(name, { subjects_filter: '>' });
      return state.subjects ?? {};
    },
    async *stored(name) {
      const { state } = await manager.streams.info(name);
      for (let sequence = state.first_seq; sequence <= state.last_seq; sequence++) {
        const found = await manager.streams.getMessage(name, { seq: sequence }).catch((error: unknown) => {
          if (isNoMessage(error)) return undefined;
          throw error;
        });
        if (found) yield { sequence, subject: found.subject, at: found.time, body: found.string() };
      }
    },
    async deleteMessage(name, sequence) {
      await manager.streams.deleteMessage(name, sequence, false);
    },
    broadcast(subject, body) {
      connection.publish(subject, JSON.stringify(body));
    },
    watch(subject, handle) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) return log.warn({ err: error, subject }, 'nats subscription');
          try {
            handle(message.subject, message.json());
          } catch (thrown) {
            // thrown on into the client's reader it would end the connection
            log.warn({ err: thrown, subject: message.subject }, 'a broadcast message could not be handled');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    async keyValue(bucket, maxAgeMs) {
      const values = await stream.views.kv(bucket, { ttl: maxAgeMs, history: 1, replicas });
      await ensureReplicas(manager.streams, `${BUCKET_PREFIX}${bucket}`, replicas);
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
        async update(key, change) {
          for (let attempt = 1; ; attempt++) {
            const entry = await values.get(key);
            const next = change(entry?.operation === 'PUT' ? entry.json() : undefined);
            try {
              if (entry) await values.update(key, JSON.stringify(next), entry.revision);
              else await values.create(key, JSON.stringify(next));
              return next;
            } catch (error) {
              if (!isWrongSequence(error) || attempt === UPDATE_TRIES) throw error;
            }
          }
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

/**
 * Milliseconds a server may keep us waiting for "there is nothing". It answers at once, because the request names no time
 * to wait (with one it would use it up, however short the queue), but may forget to when another reader takes the last
 * message under its hands.
 */
const TAKE_LIMIT_MS = 500;

/** What a server answers, or doesn't, when a durable consumer has nothing to deliver. */
const NOTHING_TO_TAKE = new Set<string>([
  ErrorCode.JetStream404NoMessages,
  ErrorCode.JetStream408RequestTimeout,
  ErrorCode.Timeout,
]);

/** A body as JSON. @throws RefusedMessage for one that has no JSON, a number beyond 64 bits or a circle */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new RefusedMessage(`it cannot be written as JSON: ${String(error)}`, false, error);
  }
}

/** What the client itself says of a message: its size, its subject. */
const BAD_MESSAGE = new Set<string>([ErrorCode.MaxPayloadExceeded, ErrorCode.BadSubject, ErrorCode.BadPayload]);

function refusal(error: unknown): RefusedMessage | undefined {
  if (!(error instanceof NatsError)) return undefined;
  if (error.code === String(ErrorCode.NoResponders))
    return new RefusedMessage('no stream takes its subject', true, error);
  // as in HTTP: 4xx is the message's fault, 5xx the server's
  const refused = error.api_error !== undefined && error.api_error.code < 500;
  return refused || BAD_MESSAGE.has(error.code) ? new RefusedMessage(error.message, false, error) : undefined;
}

/** JetStream's code for "there is no message of this number". */
const NO_MESSAGE = 10037;

const isNoMessage = (error: unknown): boolean => error instanceof NatsError && error.api_error?.err_code === NO_MESSAGE;

/** JetStream's code for "the key has a value already". */
const WRONG_LAST_SEQUENCE = 10071;

const isWrongSequence = (error: unknown): boolean =>
  error instanceof NatsError && error.api_error?.err_code === WRONG_LAST_SEQUENCE;

/** What a stream is to be, in the server's words. */
export const streamConfig = (spec: StreamSpec, replicas: number) => ({
  name: spec.name,
  subjects: spec.subjects,
  retention: spec.kind === 'work' ? RetentionPolicy.Workqueue : RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.Old,
  max_age: nanos(spec.maxAgeMs),
  duplicate_window: nanos(spec.maxAgeMs ? Math.min(DUPLICATE_WINDOW_MS, spec.maxAgeMs) : DUPLICATE_WINDOW_MS),
  num_replicas: replicas,
});

/** Makes a stream, or brings the one there is up to date. */
export async function ensureStream(
  { streams }: { streams: Pick<StreamAPI, 'add' | 'update'> },
  spec: StreamSpec,
  replicas: number,
): Promise<void> {
  const config = streamConfig(spec, replicas);
  try {
    await streams.add(config);
  } catch (error) {
    // made by another process of ours, perhaps with older limits
    await streams.update(spec.name, config).catch(() => {
      throw error;
    });
  }
}

/** How JetStream calls the stream of a bucket. */
const BUCKET_PREFIX = 'KV_';

/** Has a stream kept by so many servers; the client itself leaves a bucket that exists as it was made. */
export async function ensureReplicas(
  streams: Pick<StreamAPI, 'info' | 'update'>,
  name: string,
  replicas: number,
): Promise<void> {
  const { config } = await streams.info(name);
  if (config.num_replicas !== replicas) await streams.update(name, { num_replicas: replicas });
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
  if (!existing) await manager.consumers.add(spec.stream, config);
  // who pulls while its consumer is changed may wait in vain, so nothing is changed without need
  else if (Object.entries(config).some(([name, value]) => existing.config[name as keyof typeof config] !== value))
    await manager.consumers.update(spec.stream, spec.durable, config);
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
