import { AckPolicy, DiscardPolicy, RetentionPolicy, StorageType, nanos, type ConsumerAPI, type StreamAPI } from 'nats';
import { isNoConsumer } from './nats-errors.js';

export interface StreamSpec {
  name: string;
  subjects: string[];
  /** work: messages are deleted once acknowledged; log: kept until they expire. */
  kind: 'work' | 'log';
  /** Retention in milliseconds; 0: unlimited. */
  maxAgeMs: number;
}

/** Deduplication window in milliseconds. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export interface DurableSpec {
  stream: string;
  durable: string;
  filter: string;
  /** Milliseconds before an unacknowledged message is redelivered. */
  ackWaitMs: number;
  /** Maximum unacknowledged messages. */
  maxAckPending: number;
}

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

export async function ensureStream(
  { streams }: { streams: Pick<StreamAPI, 'add' | 'update'> },
  spec: StreamSpec,
  replicas: number,
): Promise<void> {
  const config = streamConfig(spec, replicas);
  try {
    await streams.add(config);
  } catch (error) {
    // created by another of our processes, perhaps with older limits
    await streams.update(spec.name, config).catch(() => {
      throw error;
    });
  }
}

export const BUCKET_PREFIX = 'KV_';

/** Sets a stream's replicas; the client itself does not update existing buckets. */
export async function ensureReplicas(
  streams: Pick<StreamAPI, 'info' | 'update'>,
  name: string,
  replicas: number,
): Promise<void> {
  const { config } = await streams.info(name);
  if (config.num_replicas !== replicas) await streams.update(name, { num_replicas: replicas });
}

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
  // a pull during an update may wait in vain, so update only on changes
  else if (Object.entries(config).some(([name, value]) => existing.config[name as keyof typeof config] !== value))
    await manager.consumers.update(spec.stream, spec.durable, config);
}
