import type { Actor, Clock } from '@symbio/runtime';
import { parseSubject } from '@symbio/events';
import {
  changedAt,
  type Decide,
  type NewRow,
  type OutboxRow,
  type PendingEvent,
  type ChangedValues,
  type RowValues,
  type ManyRowsWriter,
} from '../outbox.js';

export interface RecordedEvent {
  name: string;
  scope: string;
  data: unknown;
}

/** In-memory collection with the semantics of OutboxWriter, for repositories in tests without servers. */
export class MemoryRows<Row extends OutboxRow> {
  readonly #clock: Clock;
  readonly #rows = new Map<string, Row>();
  readonly published: RecordedEvent[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  find(id: string): Row | undefined {
    return structuredClone(this.#rows.get(id));
  }

  /** Copies of all rows in insertion order. */
  all(): Row[] {
    return structuredClone([...this.#rows.values()]);
  }

  /** Removes rows without events, as a bulk deletion does. */
  drop(isMeant: (row: Row) => boolean): void {
    for (const [id, row] of this.#rows) if (isMeant(row)) this.#rows.delete(id);
  }

  insert(
    id: string,
    values: RowValues<Row>,
    _actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<Row | undefined> {
    if (this.#rows.has(id)) return Promise.resolve(undefined);
    const now = this.#clock.now();
    const base: OutboxRow = { _id: id, rev: 1, createdAt: now, updatedAt: now, deletedAt: null, outbox: [] };
    const row = structuredClone({ ...values, ...base }) as unknown as Row;
    this.#rows.set(id, row);
    this.#record(events(row));
    return Promise.resolve(structuredClone(row));
  }

  insertMany(
    rows: readonly NewRow<Row>[],
    actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<(Row | undefined)[]> {
    return Promise.all(rows.map(({ id, values }) => this.insert(id, values, actor, events)));
  }

  /** Like OutboxWriter: each write affects a discarded copy. */
  dryRun(): ManyRowsWriter<Row> {
    const tried = (): MemoryRows<Row> => {
      const copy = new MemoryRows<Row>(this.#clock);
      for (const [id, row] of this.#rows) copy.#rows.set(id, structuredClone(row));
      return copy;
    };
    return {
      insert: (id, values, actor, events) => tried().insert(id, values, actor, events),
      insertMany: (rows, actor, events) => tried().insertMany(rows, actor, events),
      change: (id, actor, decide) => tried().change(id, actor, decide),
      changeMany: (rows, actor, decide) => tried().changeMany(rows, actor, decide),
    };
  }

  async changeMany(rows: readonly Row[], actor: Actor, decide: Decide<Row>): Promise<void> {
    for (const { _id } of rows) await this.change(_id, actor, decide);
  }

  async change(id: string, _actor: Actor, decide: Decide<Row>): Promise<Row | undefined> {
    // asynchronous, as a database
    await Promise.resolve();
    const row = this.find(id);
    if (!row) return undefined;
    const after = (set: ChangedValues<Row>): Row => ({
      ...row,
      ...set,
      rev: row.rev + 1,
      updatedAt: changedAt(row, this.#clock.now()),
    });
    const change = decide(row, after);
    if (!change) return row;
    const kept = change.keepUpdatedAt ? { updatedAt: row.updatedAt } : {};
    const changed = structuredClone({ ...after(change.set ?? {}), ...kept });
    if (change.remove) this.#rows.delete(id);
    else this.#rows.set(id, changed);
    this.#record(change.events);
    return structuredClone(changed);
  }

  #record(events: PendingEvent[]): void {
    for (const { subject, scope, data } of events) {
      const { entity, verb } = parseSubject(subject);
      this.published.push({ name: `${entity}.${verb}`, scope, data });
    }
  }
}
