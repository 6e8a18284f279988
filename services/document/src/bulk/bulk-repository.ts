import { isDuplicateKey } from '@symbio/mongo';
import type { Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { BulkItem, BulkRow } from './model.js';

/** Milliseconds without a heartbeat after which a change counts as abandoned by its process. */
const LEFT_MS = 60_000;

export interface ItemResult extends Pick<BulkItem, 'error' | 'code'> {
  index: number;
  result: NonNullable<BulkItem['result']>;
}

export class BulkChanges {
  readonly #model: Model<BulkRow>;
  readonly #clock: Clock;

  constructor(model: Model<BulkRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  async find(id: string): Promise<BulkRow | null> {
    return this.#model.findById(id).lean<BulkRow>();
  }

  /** Adds a change. @returns the existing change with this id; undefined if added */
  async add(row: BulkRow): Promise<BulkRow | undefined> {
    try {
      await this.#model.create(row);
      return undefined;
    } catch (error) {
      const known = isDuplicateKey(error) ? await this.find(row._id) : null;
      if (!known) throw error;
      return known;
    }
  }

  /** Records results of some documents. @returns the updated change; null if it is gone */
  async record(id: string, results: readonly ItemResult[], isEnded: boolean): Promise<BulkRow | null> {
    const set: Record<string, unknown> = { touchedAt: this.#clock.now(), isEnded };
    for (const { index, result, error, code } of results) {
      set[`items.${index}.result`] = result;
      if (error !== undefined) set[`items.${index}.error`] = error;
      if (code !== undefined) set[`items.${index}.code`] = code;
    }
    return this.#model.findOneAndUpdate({ _id: id }, { $set: set }, { returnDocument: 'after' }).lean<BulkRow>();
  }

  /** Claims an abandoned change for exactly one process. */
  async takeLeft(): Promise<BulkRow | null> {
    const now = this.#clock.now();
    return this.#model
      .findOneAndUpdate(
        { isEnded: false, touchedAt: { $lt: new Date(now.getTime() - LEFT_MS) } },
        { $set: { touchedAt: now } },
        { returnDocument: 'after' },
      )
      .lean<BulkRow>();
  }

  async removeOfProject(projectId: string): Promise<void> {
    await this.#model.deleteMany({ projectId });
  }
}
