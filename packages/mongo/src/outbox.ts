import type { Model, Schema } from 'mongoose';
import { type Actor, type Clock, newId, stale, batchRequests } from '@symbio/runtime';
import { isDuplicateKey, insertAll } from './mongo.js';
import { eventActor, type EventActor, type EventType, traceHeaders } from '@symbio/events';
import {
  checkedRow,
  fields,
  flag,
  moment,
  number,
  part,
  strictSchema,
  text,
  typed,
  type Fields,
  type ValuesOf,
} from './rows.js';

/** Pending message, stored inside the document it concerns. */
const outboxEntry = fields({
  id: text,
  subject: text,
  scope: text,
  rev: number,
  actor: { type: typed<EventActor>(Object), required: true },
  at: moment,
  data: { type: typed<unknown>(Object), required: true },
  trace: { type: typed<Record<string, string>>(Object), required: true },
  /** Sent without envelope, as a job message. */
  bare: flag,
  /** Number of refusals by the stream, and the last reason. */
  tries: { type: Number },
  error: { type: String },
  /** Time of the next attempt; later entries wait as well. */
  retryAt: { type: Date },
  /** Given up: it blocks later entries until a person replays or drops it. */
  parkedAt: { type: Date },
});

export type OutboxEntry = ValuesOf<typeof outboxEntry>;

/** Fields of every document whose changes are published. */
const outboxFields = fields({
  _id: text,
  /** Revision for optimistic concurrency. */
  rev: number,
  createdAt: moment,
  updatedAt: moment,
  /** If set, deleted for readers; the row is removed after its last event is published. */
  deletedAt: { type: Date, default: null },
  outbox: { type: [part(outboxEntry)], default: [] },
});

export type OutboxRow = ValuesOf<typeof outboxFields>;

/** Fields of a row that the relay needs. */
export type UnsentRow = Pick<OutboxRow, '_id' | 'outbox' | 'deletedAt'>;

/** Published row with the fields its service defines. */
export type RowOf<D> = OutboxRow & ValuesOf<D>;

export function rowSchema<Row extends OutboxRow>(collection: string, definition: Fields): Schema<Row> {
  const schema = strictSchema<Row>(collection, { ...outboxFields, ...definition });
  // index for the sweeper: only rows with unsent entries
  schema.index({ 'outbox.id': 1 }, { sparse: true, name: 'outbox' });
  return schema;
}

export interface PendingEvent {
  subject: string;
  scope: string;
  data: unknown;
  bare?: boolean;
}

/** Event of a scope; empty if the entity has no owner. */
export const event = <T>(type: EventType<T>, scope: string, data: T): PendingEvent => ({
  subject: type.subject(scope),
  scope,
  data: type.toJSON(data),
});

/** Job message, sent without envelope. */
export const jobMessage = (subject: string, data: unknown): PendingEvent => ({ subject, scope: '', data, bare: true });

/** Fields that a service sets itself. */
export type RowValues<Row extends OutboxRow> = Omit<Row, keyof OutboxRow>;

/** Fields to set; undefined removes a field. */
export type ChangedValues<Row extends OutboxRow> = {
  [Key in keyof RowValues<Row>]?: RowValues<Row>[Key] | undefined;
};

/** The fields that a service sets, for a copy of a row. */
export function valuesOfRow<Row extends OutboxRow>(row: Row): RowValues<Row> {
  const { _id, rev, createdAt, updatedAt, deletedAt, outbox, ...values } = row;
  return values;
}

/** Change to a row: fields to set, events to publish. */
export interface Change<Row extends OutboxRow> {
  set?: ChangedValues<Row>;
  events: PendingEvent[];
  /** Marks the row as deleted; it is removed once its events are published. */
  remove?: boolean;
  /** Keeps the modification time, for changes that users do not see as such. */
  keepUpdatedAt?: boolean;
}

export interface NewRow<Row extends OutboxRow> {
  id: string;
  values: RowValues<Row>;
}

/** Returns the change to a row, or undefined without one. `after` previews the changed row. */
export type Decide<Row extends OutboxRow> = (
  row: Row,
  after: (set: ChangedValues<Row>) => Row,
) => Change<Row> | undefined;

/** Row writes for business rules; see {@link OutboxWriter}. */
export type RowWriter<Row extends OutboxRow> = Pick<OutboxWriter<Row>, 'insert' | 'insertMany' | 'change'>;

/** The writes of a repository that adds queries. */
export const rowWrites = <Row extends OutboxRow>(writer: RowWriter<Row>): RowWriter<Row> => ({
  insert: (id, values, actor, events) => writer.insert(id, values, actor, events),
  insertMany: (rows, actor, events) => writer.insertMany(rows, actor, events),
  change: (id, actor, decide) => writer.change(id, actor, decide),
});

export type ManyRowsWriter<Row extends OutboxRow> = RowWriter<Row> & Pick<OutboxWriter<Row>, 'changeMany'>;

/**
 * Time of a change: now, or just after the previous change if that was within the same millisecond or by a clock ahead
 * of ours. Timestamps per row increase strictly, whatever the clocks of replicas say.
 */
export const changedAt = ({ updatedAt }: Pick<OutboxRow, 'updatedAt'>, now: Date): Date =>
  now <= updatedAt ? new Date(updatedAt.getTime() + 1) : now;

/**
 * Maximum duration of a write in milliseconds for clients that poll a list by `updated_at` to see it
 * (`FOLLOWED_AGAIN_SECONDS` of the contract): slower writes get a new timestamp.
 */
const LATE_MS = 30_000;

/** Attempts per change against concurrent writers. */
const CHANGE_TRIES = 8;

/** Writes of one collection. */
export class OutboxWriter<Row extends OutboxRow> {
  readonly #model: Model<Row>;
  readonly #clock: Clock;
  readonly #notify: (rows?: readonly UnsentRow[]) => void;
  /** Inserts a row; concurrent inserts are batched. Returns the error, if refused. */
  readonly #insert: (row: Row) => Promise<Error | undefined>;

  /** @param notify called after each write, with the current rows if their outboxes were empty before */
  constructor(model: Model<Row>, clock: Clock, notify: (rows?: readonly UnsentRow[]) => void) {
    this.#model = model;
    this.#clock = clock;
    this.#notify = notify;
    this.#insert = batchRequests((rows) => insertAll(model.collection, rows));
  }

  /** Inserts a row with revision 1. Returns undefined if the id is taken, for idempotent creation. */
  async insert(
    id: string,
    values: RowValues<Row>,
    actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<Row | undefined> {
    const row = await this.#newRow({ id, values }, actor, events);
    const refused = await this.#insert(row);
    if (isDuplicateKey(refused)) return undefined;
    if (refused) throw refused;
    this.#notify([row]);
    const updatedAt = await this.#datedAnew([id], row.updatedAt);
    return updatedAt ? { ...row, updatedAt } : row;
  }

  /**
   * Inserts rows in one write, each like {@link insert}: undefined in the result marks a taken id. Writes none if one
   * does not match the schema.
   */
  async insertMany(
    rows: readonly NewRow<Row>[],
    actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<(Row | undefined)[]> {
    if (rows.length === 0) return [];
    const made = await Promise.all(rows.map((row) => this.#newRow(row, actor, events)));
    const refused = await insertAll(this.#model.collection, made);
    const added = made.filter((_row, index) => !refused[index]);
    this.#notify(added);
    const ids = added.map(({ _id }) => _id);
    const updatedAt = added[0] && (await this.#datedAnew(ids, added[0].updatedAt));
    return made.map((row, index) => {
      const error = refused[index];
      if (error && !isDuplicateKey(error)) throw error;
      if (error) return undefined;
      return updatedAt ? { ...row, updatedAt } : row;
    });
  }

  /** A dry-run writer: validates and returns results without writing or publishing. */
  dryRun(): ManyRowsWriter<Row> {
    const [model, clock] = [this.#model, this.#clock];
    const insertMany = async (rows: readonly NewRow<Row>[]) => {
      const ids = rows.map(({ id }) => id);
      const known = await model.find({ _id: { $in: ids } } as never, { _id: 1 }).lean<{ _id: string }[]>();
      const taken = new Set(known.map(({ _id }) => _id));
      return Promise.all(
        rows.map(async ({ id, values }) =>
          taken.has(id) ? undefined : checkedRow(model, { ...values, ...ownFields(id, clock.now()) }),
        ),
      );
    };
    return {
      insert: async (id, values) => (await insertMany([{ id, values }]))[0],
      insertMany,
      change: async (id, _actor, decide) => {
        const row = (await model.findOne({ _id: id, deletedAt: null } as never).lean()) as Row | null;
        if (!row) return undefined;
        const updatedAt = changedAt(row, clock.now());
        const after = (set: ChangedValues<Row>): Row => ({ ...row, ...set, rev: row.rev + 1, updatedAt });
        const change = decide(row, after);
        if (!change) return row;
        const changed = after(await this.#changed(change.set ?? {}));
        return change.keepUpdatedAt ? { ...changed, updatedAt: row.updatedAt } : changed;
      },
      changeMany: async (rows, _actor, decide) => {
        for (const row of rows) {
          const updatedAt = changedAt(row, clock.now());
          const change = decide(row, (set) => ({ ...row, ...set, rev: row.rev + 1, updatedAt }));
          await this.#changed(change?.set ?? {});
        }
      },
    };
  }

  /**
   * Reads a row, lets `decide` return a change, and writes it unless the row was written concurrently; then retries.
   * `decide` gets the current row and a preview of the changed row. If it returns undefined nothing is written or
   * published.
   * @returns the row after the change, or undefined if missing
   */
  async change(id: string, actor: Actor, decide: Decide<Row>): Promise<Row | undefined> {
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      const row = (await this.#model.findOne({ _id: id, deletedAt: null } as never).lean()) as Row | null;
      if (!row) return undefined;
      const now = this.#clock.now();
      const rev = row.rev + 1;
      const at = changedAt(row, now);
      const after = (set: ChangedValues<Row>): Row => ({ ...row, ...set, rev, updatedAt: at });
      const change = decide(row, after);
      if (!change) return row;
      if (change.remove && change.events.length === 0 && row.outbox.length === 0) {
        // nothing is published, so no relay sweep would remove the row
        const removed = await this.#model.collection.deleteOne({
          _id: id,
          rev: row.rev,
          outbox: { $size: 0 },
        } as never);
        if (removed.deletedCount === 1) return after(change.set ?? {});
        continue;
      }
      const { filter, update, values, updatedAt, entries } = await this.#write(row, change, actor, now);
      const result = await this.#model.collection.updateOne(filter, update);
      if (result.modifiedCount === 1) {
        // waiting entries go first, and may have been removed concurrently
        const isAlone = row.outbox.length === 0;
        this.#notify(isAlone ? [{ _id: id, outbox: entries, deletedAt: change.remove ? now : null }] : undefined);
        const anew = change.keepUpdatedAt ? undefined : await this.#datedAnew([id], now);
        return { ...after(values), updatedAt: anew && anew > updatedAt ? anew : updatedAt };
      }
    }
    throw stale('This item');
  }

  /**
   * Changes freshly read rows, each like {@link change}, in one write to save round trips. If one of them was written
   * concurrently, all are reread and changed again, so `decide` must return undefined for rows it has already changed.
   */
  async changeMany(rows: readonly Row[], actor: Actor, decide: Decide<Row>): Promise<void> {
    const _id = { $in: rows.map((row) => row._id) };
    let read = rows;
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      if (await this.#changeTogether(read, actor, decide)) return;
      read = await this.#model.find({ _id, deletedAt: null } as never).lean<Row[]>();
    }
    throw stale('These items');
  }

  /** Whether none was written concurrently. */
  async #changeTogether(rows: readonly Row[], actor: Actor, decide: Decide<Row>): Promise<boolean> {
    const now = this.#clock.now();
    const writes = [];
    const dated: string[] = [];
    // removed without an event, which takes another write
    const silent: string[] = [];
    for (const row of rows) {
      const updatedAt = changedAt(row, now);
      const change = decide(row, (set) => ({ ...row, ...set, rev: row.rev + 1, updatedAt }));
      if (!change) continue;
      if (change.remove && change.events.length === 0) {
        silent.push(row._id);
        continue;
      }
      if (!change.keepUpdatedAt) dated.push(row._id);
      const { filter, update } = await this.#write(row, change, actor, now);
      writes.push({ updateOne: { filter, update } });
    }
    for (const id of silent) await this.change(id, actor, decide);
    if (writes.length === 0) return true;
    const { modifiedCount } = await this.#model.collection.bulkWrite(writes, { ordered: false });
    this.#notify();
    await this.#datedAnew(dated, now);
    return modifiedCount === writes.length;
  }

  /** Updates timestamps of rows whose write was slow: clients polling the list have already read past `begun`. */
  async #datedAnew(ids: readonly string[], begun: Date): Promise<Date | undefined> {
    const now = this.#clock.now();
    if (now.getTime() - begun.getTime() <= LATE_MS) return undefined;
    await this.#model.collection.updateMany({ _id: { $in: ids } } as never, { $max: { updatedAt: now } });
    return now;
  }

  /** Conditional write on the revision that was read. */
  async #write(row: Row, change: Change<Row>, actor: Actor, now: Date) {
    const rev = row.rev + 1;
    const updatedAt = change.keepUpdatedAt ? row.updatedAt : changedAt(row, now);
    const values = await this.#changed(change.set ?? {});
    const { set, unset } = split(values);
    const filter = {
      _id: row._id,
      rev: row.rev,
      deletedAt: null,
      // the relay removes the row with the last entry it sends: require one
      ...(change.remove && change.events.length === 0 ? { 'outbox.0': { $exists: true } } : {}),
    } as never;
    const entries = this.#entries(change.events, rev, actor, now);
    const update = {
      $set: { ...set, rev, updatedAt, ...(change.remove ? { deletedAt: now } : {}) },
      ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
      $push: { outbox: { $each: entries } },
    } as never;
    return { filter, update, values, updatedAt, entries };
  }

  async #newRow({ id, values }: NewRow<Row>, actor: Actor, events: (row: Row) => PendingEvent[]): Promise<Row> {
    const now = this.#clock.now();
    const row = await checkedRow(this.#model, { ...values, ...ownFields(id, now) });
    row.outbox = this.#entries(events(row), 1, actor, now);
    return row;
  }

  /** Validated fields of a change; removed fields take their default. */
  async #changed(values: ChangedValues<Row>): Promise<Partial<RowValues<Row>>> {
    const keys = Object.keys(values) as (keyof RowValues<Row> & string)[];
    if (keys.length === 0) return {};
    const row: RowValues<Row> = await checkedRow(this.#model, values, keys);
    return Object.fromEntries(keys.map((key) => [key, row[key]])) as Partial<RowValues<Row>>;
  }

  #entries(events: PendingEvent[], rev: number, actor: Actor, at: Date): OutboxEntry[] {
    const trace = traceHeaders();
    return events.map(({ subject, scope, data, bare = false }) => ({
      id: newId(),
      subject,
      scope,
      rev,
      actor: eventActor(actor),
      at,
      data,
      trace,
      bare,
    }));
  }
}

const ownFields = (id: string, now: Date): OutboxRow => ({
  _id: id,
  rev: 1,
  createdAt: now,
  updatedAt: now,
  deletedAt: null,
  outbox: [],
});

function split(values: object): { set: Record<string, unknown>; unset: Record<string, ''> } {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) unset[key] = '';
    else set[key] = value;
  }
  return { set, unset };
}
