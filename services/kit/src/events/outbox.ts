import type { Model, Schema } from 'mongoose';
import type { Actor } from '../actor.js';
import type { Clock } from '../clock.js';
import { newId } from '../ids.js';
import { stale } from '../errors.js';
import { isDuplicateKey } from '../mongo.js';
import { eventActor, eventSubject, type EventActor, type EventType } from './event.js';
import { traceHeaders } from './nats.js';

/** A message that waits inside the document it is about. */
export interface OutboxEntry {
  id: string;
  subject: string;
  scope: string;
  rev: number;
  actor: EventActor;
  at: Date;
  data: unknown;
  trace: Record<string, string>;
  /** Sent bare, as a work ticket, instead of in an event's envelope. */
  bare: boolean;
}

/** What every stored document that tells others of its changes has. */
export interface OutboxRow {
  _id: string;
  /** Counts the changes; a write that does not know the newest is refused. */
  rev: number;
  createdAt: Date;
  updatedAt: Date;
  /** Set: gone for readers; the row itself goes once its last event is sent. */
  deletedAt: Date | null;
  outbox: OutboxEntry[];
}

/** Schema paths of OutboxRow, to be spread into a service's schema (with `_id: String`). */
export const outboxPaths = {
  _id: { type: String, required: true },
  rev: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  updatedAt: { type: Date, required: true },
  deletedAt: { type: Date, default: null },
  outbox: {
    type: [
      {
        _id: false,
        id: String,
        subject: String,
        scope: String,
        rev: Number,
        actor: { _id: false, type: Object },
        at: Date,
        data: Object,
        trace: Object,
        bare: Boolean,
      },
    ],
    default: [],
  },
};

/** The sweeper's index: only rows with something to send are in it. */
export function outboxIndexes(schema: Schema): void {
  schema.index({ 'outbox.id': 1 }, { sparse: true, name: 'outbox' });
}

/** One event to be saved with a change. */
export interface PendingEvent {
  subject: string;
  scope: string;
  data: unknown;
  bare?: boolean;
}

/** An event of a scope ("none" when the entity belongs to nothing). */
export const event = <T>(type: EventType<T>, scope: string, data: T): PendingEvent => ({
  subject: eventSubject(type, scope || 'none'),
  scope,
  data: type.toJSON(data),
});

/** A work ticket, sent to a subject as it is. */
export const ticket = (subject: string, data: unknown): PendingEvent => ({ subject, scope: '', data, bare: true });

/** Fields of a row that a service sets itself. */
export type RowValues<Row extends OutboxRow> = Omit<Row, keyof OutboxRow>;

/** What a change does to a row: fields to set (undefined removes), events to tell. */
export interface Change<Row extends OutboxRow> {
  set?: Partial<RowValues<Row>>;
  events: PendingEvent[];
  /** Marks the row as gone; it is removed once its events are sent. */
  remove?: boolean;
}

/** How often a change is tried against other writers of the same row. */
const CHANGE_TRIES = 8;

/**
 * Writes of one collection: each is a single-document write that carries its events, so that there is no change
 * without its event and no event without its change, and no transaction.
 */
export class OutboxWriter<Row extends OutboxRow> {
  readonly #model: Model<Row>;
  readonly #clock: Clock;
  readonly #notify: () => void;

  constructor(model: Model<Row>, clock: Clock, notify: () => void) {
    this.#model = model;
    this.#clock = clock;
    this.#notify = notify;
  }

  /** Adds a row with revision 1. Answers undefined when the id is taken, so that a repeated creation can be answered. */
  async insert(
    id: string,
    values: RowValues<Row>,
    actor: Actor,
    events: (row: Row) => PendingEvent[],
  ): Promise<Row | undefined> {
    const now = this.#clock.now();
    const row = {
      ...values,
      _id: id,
      rev: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
      outbox: [],
    } as unknown as Row;
    row.outbox = this.#entries(events(row), 1, actor, now);
    try {
      await this.#model.collection.insertOne(row as never);
    } catch (error) {
      if (isDuplicateKey(error)) return undefined;
      throw error;
    }
    this.#notify();
    return row;
  }

  /**
   * Reads a row, lets `decide` say what changes, and writes it if nobody else wrote in between; else tries again.
   * `decide` gets the row as it is and a function that shows the row as it will be. Answering undefined changes nothing.
   * @returns the row after the change, or undefined when there is no such row.
   */
  async change(
    id: string,
    actor: Actor,
    decide: (row: Row, after: (set: Partial<RowValues<Row>>) => Row) => Change<Row> | undefined,
  ): Promise<Row | undefined> {
    for (let attempt = 0; attempt < CHANGE_TRIES; attempt++) {
      const row = (await this.#model.findOne({ _id: id, deletedAt: null } as never).lean()) as Row | null;
      if (!row) return undefined;
      const now = this.#clock.now();
      const rev = row.rev + 1;
      const after = (set: Partial<RowValues<Row>>): Row => ({ ...row, ...set, rev, updatedAt: now });
      const change = decide(row, after);
      if (!change) return row;
      const { set, unset } = split(change.set ?? {});
      const result = await this.#model.collection.updateOne(
        { _id: id, rev: row.rev, deletedAt: null } as never,
        {
          $set: { ...set, rev, updatedAt: now, ...(change.remove ? { deletedAt: now } : {}) },
          ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
          $push: { outbox: { $each: this.#entries(change.events, rev, actor, now) } },
        } as never,
      );
      if (result.modifiedCount === 1) {
        this.#notify();
        return after(change.set ?? {});
      }
    }
    throw stale('This item');
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

function split(values: object): { set: Record<string, unknown>; unset: Record<string, ''> } {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) unset[key] = '';
    else set[key] = value;
  }
  return { set, unset };
}
