import { isDuplicateKey } from '@symbio/mongo';
import type { Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { BulkItem, BulkRow } from './model.js';

/** Milliseconds without a heartbeat after which a change is abandoned. */
const ABANDONED_MS = 60_000;

export interface ItemResult extends Pick<BulkItem, 'error' | 'code'> {
  index: number;
  result: NonNullable<BulkItem['result']>;
}

export function createBulkChanges(model: Model<BulkRow>, clock: Clock) {
  async function find(id: string): Promise<BulkRow | null> {
    return model.findById(id).lean<BulkRow>();
  }

  return {
    find,

    /** @returns the existing change with this id; undefined if added */
    async add(row: BulkRow): Promise<BulkRow | undefined> {
      try {
        await model.create(row);
        return undefined;
      } catch (error) {
        const known = isDuplicateKey(error) ? await find(row._id) : null;
        if (!known) throw error;
        return known;
      }
    },

    /** @returns the updated change; null if it is gone */
    async record(id: string, results: readonly ItemResult[], isEnded: boolean): Promise<BulkRow | null> {
      const set: Record<string, unknown> = { touchedAt: clock.now(), isEnded };
      for (const { index, result, error, code } of results) {
        set[`items.${index}.result`] = result;
        if (error !== undefined) set[`items.${index}.error`] = error;
        if (code !== undefined) set[`items.${index}.code`] = code;
      }
      return model.findOneAndUpdate({ _id: id }, { $set: set }, { returnDocument: 'after' }).lean<BulkRow>();
    },

    /** For exactly one process. */
    async claimAbandoned(): Promise<BulkRow | null> {
      const now = clock.now();
      return model
        .findOneAndUpdate(
          { isEnded: false, touchedAt: { $lt: new Date(now.getTime() - ABANDONED_MS) } },
          { $set: { touchedAt: now } },
          { returnDocument: 'after' },
        )
        .lean<BulkRow>();
    },

    async removeOfProject(projectId: string): Promise<void> {
      await model.deleteMany({ projectId });
    },
  };
}

export type BulkChanges = ReturnType<typeof createBulkChanges>;
