import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType, nanos, type ConsumerAPI, type StreamAPI } from 'nats';
import { isNoConsumer } from './nats-errors.js';

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
export const BUCKET_PREFIX = 'KV_';

/** Has a stream kept by so many servers; the client itself leaves a bucket that exists as it was made. */
export async function ensureReplicas(
  streams: Pick<StreamAPI, 'info' | 'update'>,
  name: string,
  replicas: number,
): Promise<void> {
  const { config } = await streams.info(name);
  if (config.num_replicas !== replicas) await streams.update(name, { num_replicas: replicas });
}

/** Makes a durable consumer, or brings it up to date. */
export async function ensureDurable(
  manager: { consumers: Pick<ConsumerAPI, 'info' | 'add' | 'update'> },
  spec: DurableSpec,
): Promise<void> {
  const config = {
    durable_name: spec.durable,
    ack_policy: AckPolicy.Explicit,
    filter_subject: spec.filter,
    ack_wait: nanos(spec.ackWaitMs),
    max_ack_pending: spec.maxAckPending,
    max_deliver: -1,
  };
  const existing = await manager.consumers.info(spec.stream, spec.durable).catch((error: unknown) => {
    if (isNoConsumer(error)) return undefined;
    throw error;
  });
  if (!existing) await manager.consumers.add(spec.stream, config);
  // who pulls while its consumer is changed may wait in vain, so nothing is changed without need
  else if (Object.entries(config).some(([name, value]) => existing.config[name as keyof typeof config] !== value))
    await manager.consumers.update(spec.stream, spec.durable, config);
}
