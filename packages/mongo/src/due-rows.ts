import type { Model, QueryFilter, UpdateQuery } from 'mongoose';

/** A row that waits for an attempt; `due` is absent once done. */
interface DueRow {
  _id: string;
  due?: Date | null | undefined;
  tries: number;
}

/** Pending rows that several processes share: each attempt goes to one of them. */
export interface DueRows<Row> {
  /** Longest waiting first. */
  due(now: Date, limit: number): Promise<string[]>;
  /** Claims and postpones a due row for one process; undefined if already claimed. */
  claim(id: string, now: Date, until: Date): Promise<Row | undefined>;
  done(id: string): Promise<void>;
}

/** @param model has a sparse index on `due` */
export function dueRows<Row extends DueRow>(model: Model<Row>): DueRows<Row> {
  const isDue = (now: Date) => ({ due: { $lte: now } });
  return {
    async due(now, limit) {
      const rows = await model
        .find(isDue(now) as QueryFilter<Row>, { _id: 1 })
        .sort({ due: 1 })
        .limit(limit)
        .lean<{ _id: string }[]>();
      return rows.map(({ _id }) => _id);
    },
    async claim(id, now, until) {
      const claimed = { $set: { due: until }, $inc: { tries: 1 } } as UpdateQuery<Row>;
      const row = await model
        .findOneAndUpdate({ _id: id, ...isDue(now) } as QueryFilter<Row>, claimed, { returnDocument: 'after' })
        .lean<Row>();
      return row ?? undefined;
    },
    async done(id) {
      await model.updateOne({ _id: id } as QueryFilter<Row>, { $unset: { due: 1 } });
    },
  };
}
