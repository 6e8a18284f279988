/** The NATS connection. Only the files next to this one use the `nats` package. */
import {
  ConsumerEvents,
  Events,
  NatsError,
  connect,
  headers as natsHeaders,
  type ConsumerMessages,
  type JsMsg,
  type NatsConnection,
} from 'nats';
import { setTimeout as sleep } from 'node:timers/promises';
import { context, propagation } from '@opentelemetry/api';
import { type Logger, type Metrics, AWAIT_PAUSES_MS } from '@symbio/runtime';
import { natsAddress } from './nats-address.js';
import { natsFileOptions, type NatsFiles } from './nats-files.js';
import { bucketOf, type KeyValue } from './nats-buckets.js';
import { RefusedMessage, isNoMessage, isNoStream, refusal } from './nats-errors.js';
import { takeWithin } from './nats-take.js';
import {
  BUCKET_PREFIX,
  ensureDurable,
  ensureReplicas,
  ensureStream,
  type DurableSpec,
  type StreamSpec,
} from './nats-streams.js';

import { SIGNATURE_HEADER, type Distrust, type MessageSignatures } from './signatures.js';
import { TRUST_BUCKET, createTrust } from './trust.js';

export type { KeyValue } from './nats-buckets.js';
export { natsFilesOf, type NatsFiles } from './nats-files.js';
export type { ConsumerMessages, JsMsg, NatsConnection } from 'nats';

export interface StoredMessage {
  sequence: number;
  subject: string;
  at: Date;
  body: string;
  /** Signature header, if any. */
  signature: string | undefined;
}

export interface PublishOptions {
  id: string;
  trace?: Record<string, string>;
  /** Original signature of a republished message. */
  signature?: string | undefined;
}

export interface BrokerOptions {
  /** Replicas of each stream and bucket. */
  replicas?: number;
  /** Credentials and certificates, besides the address. */
  files?: NatsFiles;
  /** Signs published messages and verifies received ones. */
  signatures?: MessageSignatures;
  metrics?: Pick<Metrics, 'messagesDistrusted'>;
}

/** Sentences on why a message is untrusted. */
const DISTRUST: Readonly<Record<Distrust, string>> = {
  unsigned: 'it has no signature',
  unknown_key: 'its signature names a key that is not known',
  foreign: 'its signature is of a process that may not publish this subject',
  wrong: 'its signature does not fit its subject and body',
};

/** A JetStream connection with the calls the kit needs. */
export interface Broker {
  connection: NatsConnection;
  ensureStream(spec: StreamSpec): Promise<void>;
  /**
   * Publishes and waits for the acknowledgement. Duplicate ids within the window are dropped.
   * @throws RefusedMessage when the message is refused; other errors when the broker is unavailable
   */
  publish(subject: string, body: unknown, options: PublishOptions): Promise<void>;
  /**
   * A sentence on why a message is untrusted; undefined if trusted. Connections without keys (tools) trust all.
   * @throws AppError UNAVAILABLE while unknown
   */
  distrust(message: JsMsg): Promise<string | undefined>;
  /** Created if missing. Ends when closed or deleted on the server. */
  consume(spec: DurableSpec, batch: number): Promise<ConsumerMessages>;
  ensureDurable(spec: DurableSpec): Promise<void>;
  /** Next message of a durable consumer, or undefined if none is available now. Never waits for one. */
  take(stream: string, durable: string): Promise<JsMsg | undefined>;
  undelivered(stream: string, durable: string): Promise<number>;
  /** Messages in a stream, oldest first, without consuming them. */
  stored(stream: string): AsyncIterable<StoredMessage>;
  /** Deletes a stream with its messages and consumers, if it exists. */
  deleteStream(name: string): Promise<void>;
  deleteMessage(stream: string, sequence: number): Promise<void>;
  /** Sends to current subscribers, if any; not stored. */
  broadcast(subject: string, body: unknown): void;
  /** Subscribes to a subject without keeping a position (live views, caches). */
  watch(subject: string, handle: (subject: string, body: unknown) => void): () => void;
  /**
   * Calls back after a reconnect: `watch` has missed messages in between.
   * @returns unsubscribes
   */
  onReconnect(listener: () => void): () => void;
  /** Shared values with expiry. */
  keyValue(bucket: string, maxAgeMs: number): Promise<KeyValue>;
  /** Resolves when the server answers. */
  ready(): Promise<boolean>;
  /** Rejects when the connection is broken or JetStream does not answer. */
  check(): Promise<void>;
  drain(): Promise<void>;
}

/** Subject prefix of a process's replies. */
export const inboxOf = (name: string): string => `_INBOX.${name}`;

/** Milliseconds after a break in which requests wait for a server that restarts; later they are refused at once. */
const RESTART_MS = 10_000;

/** Handshake timeout per server in milliseconds. */
const CONNECT_MS = 5_000;

/**
 * Connects, and keeps reconnecting for the life of the process. Streams, durable consumers and buckets created through
 * it are recreated on a server that lacks them, such as one replaced without its files.
 *
 * @param url addresses with credentials, see {@link natsAddress}
 * @throws ConfigError for an invalid address, or a certificate without its key
 * @throws NatsError when no server accepts the connection, or none has JetStream
 */
export async function connectBroker(
  url: string,
  name: string,
  log: Logger,
  { replicas = 1, files = {}, signatures, metrics }: BrokerOptions = {},
): Promise<Broker> {
  const connection = await connect({
    ...natsAddress(url),
    ...natsFileOptions(files),
    name,
    // separate, so permissions can protect replies from other processes
    inboxPrefix: inboxOf(name),
    timeout: CONNECT_MS,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    ignoreAuthErrorAbort: true,
    // it would create an Error per request
    noAsyncTraces: true,
  });
  const manager = await connection.jetstreamManager().catch(async (error: unknown) => {
    await connection.close();
    throw error;
  });
  /** Functions to recreate resources, by name. */
  const made = new Map<string, () => Promise<unknown>>();
  const make = async <T>(what: string, run: () => Promise<T>): Promise<T> => {
    const value = await run();
    made.set(what, run);
    return value;
  };
  /** Why the connection is broken; undefined while connected. */
  let broken: unknown;
  let brokenAt = 0;
  const reconnected = new Set<() => void>();
  void (async () => {
    for await (const { type, data } of connection.status()) {
      log.debug({ type, data }, 'nats');
      if (type === Events.Disconnect) {
        if (broken === undefined) brokenAt = performance.now();
        broken ??= new Error('the connection broke and no server of it takes a new one');
      } else if (type === Events.Error) broken = broken && data instanceof NatsError ? data : broken;
      else if (type === Events.Reconnect) {
        broken = undefined;
        void remake(made, connection, log);
        for (const listener of reconnected) listener();
      }
    }
  })();
  const stream = connection.jetstream();
  const taker = connection.jetstream({ timeout: LATE_ANSWER_MS });
  const refused = (distrust: Distrust, subject: string): string => {
    metrics?.messagesDistrusted.inc({ why: distrust });
    const reason = DISTRUST[distrust];
    log.error({ subject, why: distrust }, `a message is not believed: ${reason}`);
    return reason;
  };
  const connected = async (): Promise<boolean> => {
    const limitMs = brokenAt + RESTART_MS - performance.now();
    if (broken === undefined || limitMs <= 0) return broken === undefined;
    const over = new AbortController();
    const reconnect = (): void => over.abort();
    reconnected.add(reconnect);
    await sleep(limitMs, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
    reconnected.delete(reconnect);
    return broken === undefined;
  };
  const keyValue = async (bucket: string, maxAgeMs: number): Promise<KeyValue> => {
    const values = await make(`bucket ${bucket}`, async () => {
      const opened = await stream.views.kv(bucket, { ttl: maxAgeMs, history: 1, replicas });
      await ensureReplicas(manager.streams, `${BUCKET_PREFIX}${bucket}`, replicas);
      return opened;
    });
    return bucketOf(values, manager, bucket, connected);
  };
  const trust = createTrust(() => keyValue(TRUST_BUCKET, 0));
  return {
    connection,
    ensureStream: (spec) => make(`stream ${spec.name}`, () => ensureStream(manager, spec, replicas)),
    async publish(subject, body, { id, trace, signature }) {
      const headers = natsHeaders();
      for (const [key, value] of Object.entries(trace ?? {})) headers.set(key, value);
      const text = textOf(body);
      const signed = signature ?? signatures?.sign(subject, text);
      if (signed) headers.set(SIGNATURE_HEADER, signed);
      try {
        await stream.publish(subject, text, { msgID: id, headers, timeout: 5_000 });
      } catch (error) {
        throw refusal(error) ?? error;
      }
    },
    async distrust({ subject, data, headers, info }) {
      const distrust = signatures?.distrust(subject, data, headers?.get(SIGNATURE_HEADER));
      if (!distrust) return undefined;
      const storedAt = new Date(info.timestampNanos / 1e6);
      if (await trust.accepts({ subject, body: data, storedAt }, distrust)) return undefined;
      return refused(distrust, subject);
    },
    async consume(spec, batch) {
      await make(`durable ${spec.durable}`, () => ensureDurable(manager, spec));
      const consumer = await stream.consumers.get(spec.stream, spec.durable);
      const messages = await consumer.consume({ max_messages: batch });
      void endWhenGone(messages);
      return messages;
    },
    ensureDurable: (spec) => make(`durable ${spec.durable}`, () => ensureDurable(manager, spec)),
    take: (name, durable) => takeWithin(taker.pull(name, durable), connection.flush(), TAKE_LIMIT_MS),
    async undelivered(name, durable) {
      return (await manager.consumers.info(name, durable)).num_pending;
    },
    async *stored(name) {
      const { state } = await manager.streams.info(name);
      // a stream that never had a message starts at 0, which is not a message number
      for (let sequence = Math.max(1, state.first_seq); sequence <= state.last_seq; sequence++) {
        const found = await manager.streams.getMessage(name, { seq: sequence }).catch((error: unknown) => {
          if (isNoMessage(error)) return undefined;
          throw error;
        });
        if (!found) continue;
        const { subject, time: at, header } = found;
        yield { sequence, subject, at, body: found.string(), signature: header.get(SIGNATURE_HEADER) || undefined };
      }
    },
    async deleteStream(name) {
      await manager.streams.delete(name).catch((error: unknown) => {
        if (!isNoStream(error)) throw error;
      });
    },
    async deleteMessage(name, sequence) {
      await manager.streams.deleteMessage(name, sequence, false);
    },
    broadcast(subject, body) {
      const text = JSON.stringify(body);
      const headers = natsHeaders();
      if (signatures) headers.set(SIGNATURE_HEADER, signatures.sign(subject, text));
      connection.publish(subject, text, { headers });
    },
    watch(subject, handle) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (error) return log.warn({ err: error, subject }, 'nats subscription');
          const { data, headers } = message;
          const distrust = signatures?.distrust(message.subject, data, headers?.get(SIGNATURE_HEADER));
          if (distrust) return void refused(distrust, message.subject);
          try {
            handle(message.subject, message.json());
          } catch (thrown) {
            // rethrown into the client's reader it would end the connection
            log.warn({ err: thrown, subject: message.subject }, 'a broadcast message could not be handled');
          }
        },
      });
      return () => subscription.unsubscribe();
    },
    onReconnect(listener) {
      reconnected.add(listener);
      return () => reconnected.delete(listener);
    },
    keyValue,
    async ready() {
      await connection.flush();
      return true;
    },
    async check() {
      if (connection.isClosed()) throw new Error('the connection is closed');
      if (broken) throw broken instanceof Error ? broken : new Error('the connection is broken');
      await manager.getAccountInfo();
    },
    drain: () => connection.drain(),
  };
}

/** Client errors when a durable consumer or its stream was deleted; the client would retry forever. */
const GONE = new Set<string>([
  ConsumerEvents.ConsumerDeleted,
  ConsumerEvents.ConsumerNotFound,
  ConsumerEvents.StreamNotFound,
]);

async function endWhenGone(messages: ConsumerMessages): Promise<void> {
  for await (const { type } of await messages.status()) if (GONE.has(type)) await messages.close();
}

/**
 * Limit in milliseconds for an empty response. The server answers at once, as the request has no wait time (which it
 * would use up), but may not when another reader takes the last message.
 */
const TAKE_LIMIT_MS = 500;
/**
 * Milliseconds in which a message arriving after that limit is returned. Less than the acknowledgement timeout: later
 * another process may have it.
 */
const LATE_ANSWER_MS = 20_000;

/** Recreates streams, consumers and buckets after a reconnect, until it succeeds or the connection breaks again. */
async function remake(
  made: ReadonlyMap<string, () => Promise<unknown>>,
  connection: NatsConnection,
  log: Logger,
): Promise<void> {
  const server = connection.info?.server_id;
  for (let tries = 0; ; tries++) {
    try {
      // in creation order: buckets and streams before their consumers
      for (const run of made.values()) await run();
      return;
    } catch (error) {
      if (connection.isClosed() || connection.info?.server_id !== server) return;
      const pause = AWAIT_PAUSES_MS[Math.min(tries, AWAIT_PAUSES_MS.length - 1)];
      if (tries === AWAIT_PAUSES_MS.length)
        log.warn({ err: error }, 'streams and consumers could not be looked after since NATS is back; trying on');
      await sleep(pause, undefined, { ref: false });
    }
  }
}

/** Body as JSON. @throws RefusedMessage if not serializable (a number beyond 64 bits, a cycle) */
function textOf(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new RefusedMessage(`it cannot be written as JSON: ${String(error)}`, false, error);
  }
}

/** Trace headers of the current span, for a message. */
export function traceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

export function withTraceOf<T>(message: JsMsg, run: () => Promise<T>): Promise<T> {
  const carrier: Record<string, string> = {};
  for (const key of message.headers?.keys() ?? []) carrier[key] = message.headers?.get(key) ?? '';
  return context.with(propagation.extract(context.active(), carrier), run);
}
