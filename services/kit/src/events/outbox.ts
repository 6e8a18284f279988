import type { Model, Schema } from 'mongoose';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import { newId } from '../ids.js';
import { stale } from '../errors.js';
import { grouped } from '../grouped.js';
import { isDuplicateKey, insertAll } from '../mongo.js';
import { eventActor, type EventActor, type EventType } from './event.js';
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
} from '../rows.js';
import { traceHeaders } from './nats.js';

/** A message that waits inside the document it is about. */
const outboxEntry = fields({
  id: text,
  subject: text,
  scope: text,
  rev: number,
  actor: { type: typed<EventActor>(Object), required: true },
  at: moment,
  data: { type: typed<unknown>(Object), required: true },
  trace: { type: typed<Record<string, string>>(Object), required: true },
  /** Sent bare, as a job message, instead of in an event's envelope. */
  bare: flag,
  /** How often the stream refused it, and why the last time. */
  tries: { type: Number },
  error: { type: String },
  /** Not before this moment it is tried again; until then the entries behind it wait, too. */
  retryAt: { type: Date },
  /** Given up: it stays, with the entries behind it, until a person sends it again or drops it. */
  parkedAt: { type: Date },
});

export type OutboxEntry = ValuesOf<typeof outboxEntry>;

/** What every stored document whose changes are published has. */
const outboxFields = fields({
  _id: text,
  /** Counts the changes; a write that does not know the newest is refused. */
  rev: number,
  createdAt: moment,
  updatedAt: moment,
  /** Set: deleted for readers; the row itself is removed once its last event is published. */
  deletedAt: { type: Date, default: null },
  outbox: { type: [part(outboxEntry)], default: [] },
});

export type OutboxRow = ValuesOf<typeof outboxFields>;

/** What the relay has to know of a row. */
export type UnsentRow = Pick<OutboxRow, '_id' | 'outbox' | 'deletedAt'>;

/** A row whose changes are published, by the definition of the fields that its service sets. */
export type RowOf<D> = OutboxRow & ValuesOf<D>;

/** The schema of a collection whose rows an OutboxWriter writes. */
export function rowSchema<Row extends OutboxRow>(collection: string, definition: Fields): Schema<Row> {
  const schema = strictSchema<Row>(collection, { ...outboxFields, ...definition });
  // the sweeper's index: only rows with something to send are in it
  schema.index({ 'outbox.id': 1 }, { sparse: true, name: 'outbox' });
  return schema;
}

/** One event to be saved with a change. */
export interface PendingEvent {
  subject: string;
  scope: string;
  data: unknown;
  bare?: boolean;
}

/** An event of a scope; an empty one when the entity belongs to nothing. */
export const event = <T>(type: EventType<T>, scope: string, data: T): PendingEvent => ({
  subject: type.subject(scope),
  scope,
  data: type.toJSON(data),
});

/** A job message, sent to its subject as it is. */
export const jobMessage = (subject: string, data: unknown): PendingEvent => ({ subject, scope: '', data, bare: true });

/** Fields of a row that a service sets itself. */
export type RowValues<Row extends OutboxRow> = Omit<Row, keyof OutboxRow>;

/** What a change does to a row: fields to set (undefined removes), events to publish. */
export interface Change<Row extends OutboxRow> {
  set?: Partial<RowValues<Row>>;
  events: PendingEvent[];
  /** Marks the row as deleted; it is removed once its events are published. */
  remove?: boolean;
  /** For what people do not take for a change of the thing: the moment of its last change stays as it is. */
  keepUpdatedAt?: boolean;
}

/** A row to be added. */
export interface NewRow<Row extends OutboxRow> {
  id: string;
  values: RowValues<Row>;
}

/** Says what a change does to a row, or undefined when all is already as asked. `after` shows the row as it will be. */
export type Decide<Row extends OutboxRow> = (
  row: Row,
  after: (set: Partial<RowValues<Row>>) => Row,
) => Change<Row> | undefined;

/** What rules write rows with; see {@link OutboxWriter}. */
export type RowWriter<Row extends OutboxRow> = Pick<OutboxWriter<Row>, 'insert' | 'insertMany' | 'change'>;

/** The same where many rows are changed at once. */
export type ManyRowsWriter<Row extends OutboxRow> = RowWriter<Row> & Pick<OutboxWriter<Row>, 'changeMany'>;

/**
 * The moment of a change: now, or just after the change before where that was made in this millisecond, or by a clock that is ahead
 * of ours. Whoever has seen a state has not seen those that follow it, however fast they do and however the clocks of replicas differ.
 */
export const changedAt = ({ updatedAt }: Pick<OutboxRow, 'updatedAt'>, now: Date): Date =>
  now <= updatedAt ? new Date(updatedAt.getTime() + 1) : now;

/**
 * Milliseconds that a write may take so that who follows a list by `updated_at` still sees it (`FOLLOWED_AGAIN_SECONDS` of the
 * contract): one that took longer is dated anew.
 */
const LATE_MS = 30_000;

/** How often a change is tried against other writers of the same row. */
const CHANGE_TRIES = 8;

/**
 * Writes of one collection: each is a single-document write that carries its events, so that there is no change
 * without its event and no event without its change, and no transaction.
 */
export class OutboxWriter<Row extends OutboxRow> {
  readonly #model: Model<Row>;
  readonly #clock: Clock;
  readonly #notify: (rows?: readonly UnsentRow[]) => void;
  /** Writes a row; rows that are added at the same time are one write. Answers why it was refused, if it was. */
  readonly #insert: (row: Row) => Promise<Error | undefined>;

  /** @param notify is told of each write, with the rows as they are now where nothing else waited in their outboxes */
  constructor(model: Model<Row>, clock: Clock, notify: (rows?: readonly UnsentRow[]) => void) {
    this.#model = model;
    this.#clock = clock;
    this.#notify = notify;
    this.#insert = grouped((rows) => insertAll(model.collection, rows));
  }

  /** Adds a row with revision 1. Answers undefined when the id is taken, so that a repeated creation can be answered. */
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
   * Adds rows in one write, each as {@link insert} does and for itself: undefined stands in the answer for each whose id is
   * taken. None is written when one does not fit the schema.
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

  /**
   * A writer for trying things out: it answers as this one would, values that do not fit the schema are refused, and
   * nothing is written or published.
   */
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
        const after = (set: Partial<RowValues<Row>>): Row => ({ ...row, ...set, rev: row.rev + 1, updatedAt });
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
   * Reads a row, lets `decide` say what changes, and writes it if nobody else wrote in between; else tries again.
   * `decide` gets the row as it is and a function that shows the row as it will be. It answers undefined when all is
   * already as asked (`newValues`): then nothing is written and nothing published, and the row is answered as it is.
   * @returns the row after the change, or undefined when there is no such row.
   */
  async change(id: string, actor: Actor, decide: Decide<Row>): Promise<Row | undefined> {
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      const row = (await this.#model.findOne({ _id: id, deletedAt: null } as never).lean()) as Row | null;
      if (!row) return undefined;
      const now = this.#clock.now();
      const rev = row.rev + 1;
      const at = changedAt(row, now);
      const after = (set: Partial<RowValues<Row>>): Row => ({ ...row, ...set, rev, updatedAt: at });
      const change = decide(row, after);
      if (!change) return row;
      if (change.remove && change.events.length === 0 && row.outbox.length === 0) {
        // nothing is published: no sweep of the relay would come by to remove the row
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
        // what waited before goes first, and may have been taken out meanwhile
        const isAlone = row.outbox.length === 0;
        this.#notify(isAlone ? [{ _id: id, outbox: entries, deletedAt: change.remove ? now : null }] : undefined);
        const anew = change.keepUpdatedAt ? undefined : await this.#datedAnew([id], now);
        return { ...after(values), updatedAt: anew && anew > updatedAt ? anew : updatedAt };
      }
    }
    throw stale('This item');
  }

  /**
   * Changes rows that were just read, each as {@link change} does, in one write: where there are many, the way to the database and
   * back is what takes time. If somebody has written one of them meanwhile, all are read again and changed one by one, so that
   * `decide` may see rows that it has changed: it answers undefined for them. It removes none.
   */
  async changeMany(rows: readonly Row[], actor: Actor, decide: Decide<Row>): Promise<void> {
    const now = this.#clock.now();
    const writes = [];
    const dated: string[] = [];
    for (const row of rows) {
      const updatedAt = changedAt(row, now);
      const change = decide(row, (set) => ({ ...row, ...set, rev: row.rev + 1, updatedAt }));
      if (!change) continue;
      if (change.remove) throw new Error('changeMany removes no rows');
      if (!change.keepUpdatedAt) dated.push(row._id);
      const { filter, update } = await this.#write(row, change, actor, now);
      writes.push({ updateOne: { filter, update } });
    }
    if (writes.length === 0) return;
    const { modifiedCount } = await this.#model.collection.bulkWrite(writes, { ordered: false });
    this.#notify();
    await this.#datedAnew(dated, now);
    if (modifiedCount < writes.length) for (const { _id } of rows) await this.change(_id, actor, decide);
  }

  /**
   * Dates rows anew whose write took long, as where the database hung: who follows the list has asked for what came after `begun`
   * already, and would never see them.
   * @param begun when the write began
   * @returns the moment of their last change if it is another now
   */
  async #datedAnew(ids: readonly string[], begun: Date): Promise<Date | undefined> {
    const now = this.#clock.now();
    if (now.getTime() - begun.getTime() <= LATE_MS) return undefined;
    await this.#model.collection.updateMany({ _id: { $in: ids } } as never, { $max: { updatedAt: now } });
    return now;
  }

  /** The write of a change to a row that nobody has written since it was read. */
  async #write(row: Row, change: Change<Row>, actor: Actor, now: Date) {
    const rev = row.rev + 1;
    const updatedAt = change.keepUpdatedAt ? row.updatedAt : changedAt(row, now);
    const values = await this.#changed(change.set ?? {});
    const { set, unset } = split(values);
    const filter = {
      _id: row._id,
      rev: row.rev,
      deletedAt: null,
      // the relay removes the row with the last entry it sends: there has to be one still
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

  /** The fields that a change names, checked; the default takes the place of one that is to be removed. */
  async #changed(values: Partial<RowValues<Row>>): Promise<Partial<RowValues<Row>>> {
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

/** What the writer sets itself on a new row. */
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
