import { RefusedMessage, eventActor, type Broker, type EventEnvelope } from '@symbio/events';
import { newId, serviceActor, type Clock, type Logger, type Metrics } from '@symbio/runtime';
import { auditEvents, type AuditEntry } from '@symbio/proto/identity';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

export type PendingEntry = Omit<AuditEntry, 'id' | 'seq' | 'at' | 'previous' | 'hash' | 'action'> & {
  action: AuditAction;
};

/** Publishes audit entries that only the gateway sees. */
export interface AuditRecorder {
  /** Buffers an entry for the next batch. Never throws. */
  add(pendingEntry: PendingEntry): void;
  /** Resolves once all entries are published or an attempt failed. Never rejects. */
  flush(): Promise<void>;
}

/** Batching delay and retry delay in milliseconds. */
const BATCH_MS = 250;
const RETRY_MS = 1_000;
/** Entries per message: 80 kB of NATS's 1 MB limit. */
const BATCH = 200;
/** Maximum buffered entries: about 10 MB, minutes of heavy traffic. */
const MAX_BUFFERED = 20_000;

export interface RecorderOptions {
  broker: Pick<Broker, 'publish'>;
  metrics: Pick<Metrics, 'auditDropped'>;
  log: Logger;
  clock: Clock;
  maxBuffered?: number;
}

/** @returns the recorder, and `stop`, which publishes the buffer */
export function auditRecorder({
  broker,
  metrics,
  log,
  clock,
  maxBuffered = MAX_BUFFERED,
}: RecorderOptions): AuditRecorder & {
  stop: () => Promise<void>;
} {
  const actor = eventActor(serviceActor('gateway'));
  let waiting: AuditEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> | undefined;

  function drop(entries: readonly AuditEntry[], reason: string, cause?: unknown): void {
    metrics.auditDropped.inc(entries.length);
    for (const entry of entries) log.error({ entry, err: cause }, `audit entry dropped: ${reason}`);
  }

  async function publish(entries: readonly AuditEntry[]): Promise<void> {
    const id = newId();
    const envelope: EventEnvelope = {
      id,
      subject: auditEvents.recorded.subject(''),
      entityId: id,
      scope: '',
      rev: 0,
      actor,
      at: clock.now().toISOString(),
      data: auditEvents.recorded.toJSON({ entries: [...entries] }),
    };
    try {
      await broker.publish(envelope.subject, envelope, { id });
    } catch (error) {
      // a permanently rejected message must not block the rest
      if (!(error instanceof RefusedMessage) || error.passing) throw error;
      drop(entries, 'rejected permanently by the stream', error);
    }
  }

  async function publishAll(): Promise<void> {
    let hasFailed = false;
    try {
      while (waiting.length > 0) {
        const batch = waiting.slice(0, BATCH);
        await publish(batch);
        waiting = waiting.slice(batch.length);
      }
    } catch (error) {
      hasFailed = true;
      log.warn({ err: error, entries: waiting.length }, 'audit entries not published; retrying');
    }
    publishing = undefined;
    if (hasFailed) scheduleFlush(RETRY_MS);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // an empty publish would finish before `publishing` is set, which then stays set
    if (!publishing && waiting.length === 0) return Promise.resolve();
    return (publishing ??= publishAll());
  }

  function scheduleFlush(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref();
  }

  return {
    add(pendingEntry) {
      const entry = { ...pendingEntry, id: newId(), at: clock.now(), seq: 0, previous: '', hash: '' };
      if (waiting.length >= maxBuffered) return drop([entry], 'buffer full');
      waiting.push(entry);
      if (!publishing) scheduleFlush(BATCH_MS);
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      if (waiting.length > 0) drop(waiting, 'shutting down while the stream is unavailable');
    },
  };
}
