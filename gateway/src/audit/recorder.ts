import { RefusedMessage, eventActor, type Broker, type EventEnvelope } from '@symbio/events';
import { newId, serviceActor, type Clock, type Logger, type Metrics } from '@symbio/runtime';
import { auditEvents, type AuditEntry } from '@symbio/proto/identity';
import type { AuditAction } from '@symbio/proto/identity/vocabulary';

/** An audit entry before its id and timestamp are assigned. */
export type Seen = Omit<AuditEntry, 'id' | 'seq' | 'at' | 'previous' | 'hash' | 'action'> & { action: AuditAction };

/** Reports to the audit trail the events only the gateway sees. */
export interface AuditRecorder {
  /** Buffers an entry for the next batch. Never throws. */
  add(seen: Seen): void;
  /** Resolves once all buffered entries are published or a publish attempt failed. Never rejects. */
  flush(): Promise<void>;
}

/** Batching delay in milliseconds, also the retry delay while the stream is unavailable. */
const GATHER_MS = 250;
const RETRY_MS = 1_000;
/** Entries per message: about 80 kB of NATS's 1 MB limit. */
const BATCH = 200;
/** Buffer limit while the stream is unavailable: about 10 MB, minutes of heavy traffic. */
const KEPT = 20_000;

export interface RecorderOptions {
  broker: Pick<Broker, 'publish'>;
  metrics: Pick<Metrics, 'auditDropped'>;
  log: Logger;
  clock: Clock;
  kept?: number;
}

/** @returns the recorder, and `stop`, which publishes the buffer */
export function auditRecorder({ broker, metrics, log, clock, kept = KEPT }: RecorderOptions): AuditRecorder & {
  stop: () => Promise<void>;
} {
  const actor = eventActor(serviceActor('gateway'));
  let waiting: AuditEntry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let publishing: Promise<void> | undefined;

  function drop(entries: readonly AuditEntry[], reason: string, cause?: unknown): void {
    metrics.auditDropped.inc(entries.length);
    for (const entry of entries) log.error({ entry, err: cause }, `an entry of the audit trail was dropped: ${reason}`);
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
      // drop a permanently rejected message so that it does not block the rest
      if (!(error instanceof RefusedMessage) || error.passing) throw error;
      drop(entries, 'the stream refused it for good', error);
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
      log.warn({ err: error, entries: waiting.length }, 'entries of the audit trail wait for the stream');
    }
    publishing = undefined;
    if (hasFailed) soon(RETRY_MS);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // an empty publish would finish before it is marked as in progress, and the mark would never clear
    if (!publishing && waiting.length === 0) return Promise.resolve();
    return (publishing ??= publishAll());
  }

  function soon(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref();
  }

  return {
    add(seen) {
      const entry = { ...seen, id: newId(), at: clock.now(), seq: 0, previous: '', hash: '' };
      if (waiting.length >= kept) return drop([entry], 'too many wait for the stream');
      waiting.push(entry);
      if (!publishing) soon(GATHER_MS);
    },
    flush,
    async stop() {
      await flush();
      clearTimeout(timer);
      if (waiting.length > 0) drop(waiting, 'the gateway ends and the stream is away');
    },
  };
}
