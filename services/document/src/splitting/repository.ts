import { isDuplicateKey } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { SplitRow } from './model.js';

type Status = SplitRow['status'];

export function createSplitRepository(model: Model<SplitRow>) {
  const find = (id: string): Promise<SplitRow | null> => model.findById(id).lean<SplitRow>().exec();

  return {
    find,

    /** Replaces earlier proposals of the document. @returns the existing row with this id; undefined if added */
    async add(row: SplitRow): Promise<SplitRow | undefined> {
      try {
        await model.create(row);
      } catch (error) {
        const known = isDuplicateKey(error) ? await find(row._id) : null;
        if (!known) throw error;
        return known;
      }
      await model.deleteMany({ documentId: row.documentId, status: 'proposed', _id: { $ne: row._id } });
      return undefined;
    },

    /** Newest first. */
    async ofDocument(documentId: string): Promise<SplitRow[]> {
      return model.find({ documentId }).sort({ at: -1 }).lean<SplitRow[]>();
    },

    /** @returns null unless it has one of the statuses */
    async change(id: string, from: readonly Status[], set: Partial<SplitRow>): Promise<SplitRow | null> {
      return model
        .findOneAndUpdate({ _id: id, status: { $in: from } }, { $set: set }, { returnDocument: 'after' })
        .lean<SplitRow>();
    },

    /** @returns null unless it is proposed, with the expected revision if one is given */
    async save(id: string, set: Partial<SplitRow>, expectedRevision?: number): Promise<SplitRow | null> {
      const revision = expectedRevision === 0 ? { $in: [0, null] } : expectedRevision;
      return model
        .findOneAndUpdate(
          { _id: id, status: 'proposed', ...(expectedRevision !== undefined && { revision }) },
          { $set: set, $inc: { revision: 1 } },
          { returnDocument: 'after' },
        )
        .lean<SplitRow>();
    },

    /** A confirmation without progress since `before`, touched now; each is returned to one caller. */
    async claimInterrupted(before: Date, now: Date): Promise<SplitRow | null> {
      return model
        .findOneAndUpdate(
          { status: 'confirming', touchedAt: { $lt: before } },
          { $set: { touchedAt: now } },
          { returnDocument: 'after' },
        )
        .lean<SplitRow>();
    },

    async removeOf(documentId: string): Promise<void> {
      await model.deleteMany({ documentId });
    },
  };
}

export type SplitRepository = ReturnType<typeof createSplitRepository>;
