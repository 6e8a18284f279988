import { afterPosition, type PageSpec } from '@symbio/rpc';
import type { Model } from 'mongoose';
import type { KeyWriteRow } from './model.js';

/** Rows are immutable. */
export interface KeyWriteRepository {
  /** Adds a row unless its id exists. */
  add(row: KeyWriteRow): Promise<void>;
  /** A slice of a key's writes, newest first; all without a slice. */
  list(apiKeyId: string, slice: PageSpec | undefined): Promise<KeyWriteRow[]>;
  count(apiKeyId: string): Promise<number>;
}

export const keyWriteRepository = (model: Model<KeyWriteRow>): KeyWriteRepository => ({
  async add({ _id, ...values }) {
    await model.updateOne({ _id }, { $setOnInsert: values }, { upsert: true });
  },
  list: (apiKeyId, slice) =>
    model
      .find({ apiKeyId, ...afterPosition('at', 'newest first', slice?.after) })
      .sort({ at: -1, _id: -1 })
      .skip(slice?.skip ?? 0)
      .limit(slice?.perPage ?? 0)
      .lean(),
  count: (apiKeyId) => model.countDocuments({ apiKeyId }),
});
