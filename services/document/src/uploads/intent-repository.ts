import { AppError, newId, type Clock } from '@symbio/runtime';
import { isDuplicateKey } from '@symbio/mongo';
import type { Model } from 'mongoose';
import type { UploadIntentRow } from '../model.js';

const BATCH = 100;
/** Milliseconds until the removing process counts as dead. */
const REMOVAL_MS = 60_000;

export interface UploadTarget {
  id: string;
  projectId: string;
}

export interface UploadIntent extends UploadTarget {
  /** Distinguishes concurrent uploads with the same id. */
  by: string;
}

/** Uploads not known to have ended. */
export function createUploadIntents(model: Model<UploadIntentRow>, clock: Clock) {
  return {
    /**
     * Claims the id's files before the first byte: an earlier upload that fails no longer removes them.
     *
     * @throws AppError UNAVAILABLE while files of an earlier upload are being removed
     */
    async begin({ id, projectId }: UploadTarget): Promise<UploadIntent> {
      const by = newId();
      const now = clock.now();
      const gone = new Date(now.getTime() - REMOVAL_MS);
      const free = { _id: keyOf({ id, projectId }), $or: [{ removing: null }, { removing: { $lt: gone } }] };
      const set = { documentId: id, projectId, since: now, by };
      const take = () => model.updateOne(free, { $set: set, $unset: { removing: 1 } }, { upsert: true });
      try {
        // after a concurrent insert, the retry finds the row
        await take().catch((error: unknown) => {
          if (!isDuplicateKey(error)) throw error;
          return take();
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        throw new AppError(
          'UNAVAILABLE',
          'upload_ending',
          'An earlier upload of this file is just ending. Please try again in a moment.',
        );
      }
      return { id, projectId, by };
    },

    /**
     * Claims the removal of files.
     *
     * @returns false if another upload has begun, or this one has ended: remove nothing
     */
    async giveUp(intent: UploadIntent): Promise<boolean> {
      const { matchedCount } = await model.updateOne(ownRow(intent), { $set: { removing: clock.now() } });
      return matchedCount === 1;
    },

    /** Once the record exists or the file is removed. */
    async end(intent: UploadIntent): Promise<void> {
      await model.deleteOne(ownRow(intent));
    },

    /** Begun before a moment, oldest first. */
    async before(moment: Date): Promise<UploadIntent[]> {
      const rows = await model
        .find({ since: { $lt: moment } })
        .sort({ since: 1 })
        .limit(BATCH)
        .lean<UploadIntentRow[]>();
      return rows.map(({ documentId, projectId, by }) => ({ id: documentId, projectId, by }));
    },
  };
}

export type UploadIntents = ReturnType<typeof createUploadIntents>;

const keyOf = ({ id, projectId }: UploadTarget): string => `${projectId}/${id}`;

const ownRow = (intent: UploadIntent) => ({ _id: keyOf(intent), by: intent.by });
