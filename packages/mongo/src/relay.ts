import type { Model } from 'mongoose';
import { type Logger, type Metrics, createSweep, IDLE_LOOK_MS, type Sweep } from '@symbio/runtime';
import { parseSubject, type EventEnvelope, type Broker, RefusedMessage } from '@symbio/events';
import type { OutboxEntry, UnsentRow } from './outbox.js';

/** Milliseconds between checks for due entries; also the retry delay of a failed sweep. */
const TICK_MS = 1_000;
/**
 * Minimum milliseconds between sweeps of this process's own writes: the first event is sent immediately, events of
 * consecutive writes are removed from the outboxes with two database commands in total.
 */
const PAUSE_MS = 10;
const SWEEP_ROWS = 200;
/** Milliseconds between measurements of the backlog. */
const MEASURE_MS = 5_000;
/** Retry delays in milliseconds of a refused entry by number of attempts; afterwards it is parked. */
const RETRY_DELAYS_MS = [1_000, 5_000, 15_000, 60_000] as const;

/** Rows with unsent entries, by the outbox index. */
const UNSENT = { 'outbox.id': { $exists: true } };
/** Entry ids are UUID v7: their index is chronological. */
const OLDEST_FIRST = { 'outbox.id': 1 } as const;

export interface RelayOptions {
  // rows of any kind: only the outbox matters
  models: Model<never>[];
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Shortened by tests. */
  retryDelaysMs?: readonly number[];
  /** Called between the steps of one entry; tests crash here. */
  onStep?: (step: 'read' | 'published' | 'pulled') => void;
}

/** Maximum rows per collection sent without a query; more are queried. */
const FRESH_ROWS = SWEEP_ROWS;

/** Acknowledged entries of one row. */
interface Sent {
  row: UnsentRow;
  entries: OutboxEntry[];
}

/** Label of metrics: the entity of an event; messages to workers have none. */
const entityOf = (subject: string): string => parseSubject(subject).entity || 'work';

/**
 * Publishes outbox entries: in order within a row, rows concurrently, at least once, with message ids so the stream
 * drops duplicates. Entries are removed after acknowledgement. A refused entry (too large, no JSON) blocks only its own
 * row: after a few retries it is parked with its reason. Later entries wait until a person replays or drops it (`npm
 * run dead-letters`), as events must arrive in order.
 */
export class OutboxRelay {
  readonly #options: RelayOptions;
  readonly #sweep: Sweep;
  /** Separate: the backlog ages also while a sweep hangs. */
  readonly #measurements: Sweep;
  /** Collections written to since their last query. */
  readonly #written = new Set<Model<never>>();
  /** Rows written by this process since, in their current state. */
  readonly #fresh = new Map<Model<never>, UnsentRow[]>();
  /** By the clock of `performance`. */
  #due = -Infinity;
  /** Time of the first retry of a refused entry, by the same clock. */
  #retryDue = Infinity;

  constructor(options: RelayOptions) {
    this.#options = options;
    const common = { atOnce: true, log: options.log };
    this.#sweep = createSweep({
      ...common,
      what: 'sending what outboxes hold',
      everyMs: TICK_MS,
      pauseMs: PAUSE_MS,
      run: () => this.#sweepDue(),
    });
    this.#measurements = createSweep({
      ...common,
      what: 'measuring outboxes',
      everyMs: MEASURE_MS,
      run: () => this.measure(),
    });
  }

  start(): void {
    this.#sweep.start();
    this.#measurements.start();
  }

  /**
   * Schedules sending after a write. Never throws.
   * @param rows the written rows, if their outboxes were empty before, so no query is needed.
   */
  notify(model: Model<never>, rows?: readonly UnsentRow[]): void {
    const fresh = this.#fresh.get(model) ?? [];
    if (rows && fresh.length + rows.length <= FRESH_ROWS) {
      // keep only the relay's fields, in case the stream is unavailable for long
      const unsent = rows.map(({ _id, outbox, deletedAt }) => ({ _id, outbox, deletedAt }));
      this.#fresh.set(model, fresh.concat(unsent));
    } else this.#written.add(model);
    this.#sweep.wake();
  }

  /** Sends due entries of these collections, or of all. @throws when the broker or the database is unavailable */
  async sweep(models: Iterable<Model<never>> = this.#options.models): Promise<void> {
    for (const model of models) {
      for (;;) {
        const rows = await this.#rows(model);
        await this.#send(model, rows);
        if (rows.length < SWEEP_ROWS) break;
      }
    }
  }

  /** Sweeps written collections; all when due, or after a failed sweep. */
  async #sweepDue(): Promise<void> {
    const written = [...this.#written];
    const fresh = [...this.#fresh];
    this.#written.clear();
    this.#fresh.clear();
    const now = performance.now();
    const isTime = now >= Math.min(this.#due, this.#retryDue);
    if (!isTime) return this.#sweepWritten(written, fresh);
    this.#due = -Infinity;
    this.#retryDue = Infinity;
    await this.sweep();
    // maximum delay of entries left by a crashed process
    this.#due = now + IDLE_LOOK_MS;
  }

  /** Sends freshly written rows, then queries collections: a row may be in both, the fresh one being earlier. */
  async #sweepWritten(
    written: readonly Model<never>[],
    fresh: readonly (readonly [Model<never>, readonly UnsentRow[]])[],
  ): Promise<void> {
    const next = this.#due;
    this.#due = -Infinity;
    for (const [model, rows] of fresh) await this.#send(model, rows);
    await this.sweep(written);
    this.#due = next;
  }

  /** Sets the gauges: age of the oldest unsent entry, and number of parked ones. */
  async measure(): Promise<void> {
    const { models, metrics } = this.#options;
    let oldest = Infinity;
    let parked = 0;
    for (const model of models) {
      const first = await this.#oldest(model, UNSENT);
      // nearly always: the other queries would only load the database
      if (!first) continue;
      const isParked = first.outbox.some(({ parkedAt }) => parkedAt !== undefined);
      const moving = isParked ? await this.#oldest(model, { ...UNSENT, 'outbox.parkedAt': { $exists: false } }) : first;
      oldest = Math.min(oldest, moving?.outbox[0]?.at.getTime() ?? Infinity);
      parked += await model.collection.countDocuments({ ...UNSENT, 'outbox.parkedAt': { $exists: true } });
    }
    metrics.outboxLag.set(oldest === Infinity ? 0 : Math.max(0, Date.now() - oldest) / 1000);
    metrics.outboxParked.set(parked);
  }

  #oldest(model: Model<never>, filter: object): Promise<Pick<UnsentRow, 'outbox'> | null> {
    const how = { projection: { 'outbox.at': 1, 'outbox.parkedAt': 1 }, sort: OLDEST_FIRST };
    return model.collection.findOne(filter as never, how) as Promise<Pick<UnsentRow, 'outbox'> | null>;
  }

  async stop(): Promise<void> {
    await Promise.all([this.#sweep.stop(), this.#measurements.stop()]);
    await this.sweep();
  }

  async #rows(model: Model<never>): Promise<UnsentRow[]> {
    const filter = {
      ...UNSENT,
      'outbox.parkedAt': { $exists: false },
      'outbox.retryAt': { $not: { $gt: new Date() } },
    };
    const cursor = model.collection.find(filter as never, {
      projection: { outbox: 1, deletedAt: 1 },
      sort: OLDEST_FIRST,
      limit: SWEEP_ROWS,
    });
    return (await cursor.toArray()) as unknown as UnsentRow[];
  }

  /** Sends entries and removes the sent ones, even if the broker fails halfway. */
  async #send(model: Model<never>, rows: readonly UnsentRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { metrics, onStep } = this.#options;
    const sent: Sent[] = rows.map((row) => ({ row, entries: [] }));
    const ends = await Promise.allSettled(sent.map((one) => this.#sendRow(model, one)));
    await pull(
      model,
      sent.filter(({ entries }) => entries.length > 0),
    );
    for (const { subject } of sent.flatMap(({ entries }) => entries)) {
      metrics.outboxPublished.inc({ entity: entityOf(subject) });
      onStep?.('pulled');
    }
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  async #sendRow(model: Model<never>, { row, entries }: Sent): Promise<void> {
    const { onStep } = this.#options;
    for (const entry of row.outbox) {
      onStep?.('read');
      try {
        await this.#publish(row._id, entry);
      } catch (error) {
        if (!(error instanceof RefusedMessage)) throw error;
        return this.#hold(model, row, entry, error);
      }
      onStep?.('published');
      entries.push(entry);
    }
  }

  async #publish(rowId: string, entry: OutboxEntry): Promise<void> {
    const body = entry.bare ? entry.data : envelope(rowId, entry);
    await this.#options.broker.publish(entry.subject, body, { id: entry.id, trace: entry.trace });
  }

  async #hold(model: Model<never>, row: UnsentRow, entry: OutboxEntry, refused: RefusedMessage): Promise<void> {
    const { metrics, log, retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    const tries = (entry.tries ?? 0) + 1;
    const parked = !refused.passing && tries > retryDelaysMs.length;
    const delay = retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0;
    const now = Date.now();
    await model.collection.updateOne({ _id: row._id, 'outbox.id': entry.id } as never, {
      $set: {
        'outbox.$.tries': tries,
        'outbox.$.error': refused.message,
        ...(parked ? { 'outbox.$.parkedAt': new Date(now) } : { 'outbox.$.retryAt': new Date(now + delay) }),
      },
    });
    const about = { err: refused, collection: model.collection.name, id: row._id, subject: entry.subject, tries };
    if (!parked) this.#retryDue = Math.min(this.#retryDue, performance.now() + delay);
    if (!parked) return log.warn(about, 'an event was refused, will be tried again');
    metrics.outboxParkings.inc({ entity: entityOf(entry.subject) });
    log.error(about, 'an event was refused every time and is parked in its outbox');
  }
}

/**
 * Removes sent entries in one write, and deleted rows without further entries in another. A row deleted since then is
 * removed by the next sweep.
 */
async function pull({ collection }: Model<never>, sent: readonly Sent[]): Promise<void> {
  const sentIds = sent.flatMap(({ entries }) => entries.map(({ id }) => id));
  const write = { $pull: { outbox: { id: { $in: sentIds } } } };
  const those = (some: readonly Sent[]) => ({ _id: { $in: some.map(({ row }) => row._id) } });
  const whole = (one: Sent): boolean => one.entries.length === one.row.outbox.length;

  const kept = sent.filter(({ row }) => !row.deletedAt);
  const over = sent.filter((one) => one.row.deletedAt && whole(one));
  const held = sent.filter((one) => one.row.deletedAt && !whole(one));
  if (kept.length > 0) await collection.updateMany({ ...those(kept), deletedAt: null } as never, write as never);
  if (held.length > 0) await collection.updateMany(those(held) as never, write as never);
  if (over.length === 0) return;
  const nothingElse = { outbox: { $not: { $elemMatch: { id: { $nin: sentIds } } } } };
  await collection.deleteMany({ ...those(over), deletedAt: { $ne: null }, ...nothingElse } as never);
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
