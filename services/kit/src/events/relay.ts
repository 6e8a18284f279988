import type { Model } from 'mongoose';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import { parseSubject, type EventEnvelope } from './event.js';
import type { Broker } from './nats.js';
import type { OutboxEntry, OutboxRow } from './outbox.js';

/** Milliseconds between sweeps: what a crash left behind waits no longer than this after the next start. */
const SWEEP_MS = 1_000;
/** Rows taken in one sweep. */
const SWEEP_ROWS = 200;

export interface RelayOptions {
  // rows of any kind: the relay knows only their outbox
  models: Model<never>[];
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Called between the steps of one entry; tests crash here. */
  onStep?: (step: 'read' | 'published' | 'pulled') => void;
}

/**
 * Sends what outboxes hold: in order within a row, at least once, each with its own message id so that the stream drops
 * second copies. An entry leaves the row only after the stream acknowledged it. The relay sweeps always: nothing
 * depends on the process that wrote a change being the one that sends its event.
 */
export class OutboxRelay {
  readonly #options: RelayOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => this.notify(), SWEEP_MS);
    this.notify();
  }

  /** Something was written: send it soon. Never throws. */
  notify(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.sweep()
      .catch((error: unknown) => this.#options.log.warn({ err: error }, 'outbox sweep failed, will try again'))
      .then(() => {
        this.#running = undefined;
        if (this.#again) {
          this.#again = false;
          this.notify();
        }
      });
  }

  /** Sends everything there is. */
  async sweep(): Promise<void> {
    let oldest: Date | undefined;
    for (const model of this.#options.models) {
      for (;;) {
        const rows = await this.#rows(model);
        for (const row of rows) {
          const first = row.outbox[0]?.at;
          if (first && (!oldest || first < oldest)) oldest = first;
          await this.#send(model, row);
        }
        if (rows.length < SWEEP_ROWS) break;
      }
    }
    this.#options.metrics.outboxLag.set(oldest ? (Date.now() - oldest.getTime()) / 1000 : 0);
  }

  /** Ends the timer and sends what is left. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#running;
    await this.sweep();
  }

  async #rows(model: Model<never>): Promise<OutboxRow[]> {
    const cursor = model.collection.find({ 'outbox.id': { $exists: true } } as never, {
      projection: { outbox: 1, deletedAt: 1 },
      limit: SWEEP_ROWS,
    });
    return (await cursor.toArray()) as unknown as OutboxRow[];
  }

  async #send(model: Model<never>, row: OutboxRow): Promise<void> {
    const { broker, metrics, onStep } = this.#options;
    for (const entry of row.outbox) {
      onStep?.('read');
      await broker.publish(entry.subject, entry.bare ? entry.data : envelope(row._id, entry), {
        id: entry.id,
        trace: entry.trace,
      });
      onStep?.('published');
      await model.collection.updateOne({ _id: row._id } as never, { $pull: { outbox: { id: entry.id } } } as never);
      metrics.outboxPublished.inc({ entity: parseSubject(entry.subject).entity });
      onStep?.('pulled');
    }
    // a removed row goes once it has nothing left to tell
    await model.collection.deleteOne({ _id: row._id, deletedAt: { $ne: null }, outbox: { $size: 0 } } as never);
  }
}

const envelope = (entityId: string, entry: OutboxEntry): EventEnvelope => ({
  id: entry.id,
  subject: entry.subject,
  entityId,
  scope: entry.scope,
  rev: entry.rev,
  actor: entry.actor,
  at: entry.at.toISOString(),
  data: entry.data,
});
