import { AppError, isDuplicateKey, newId, type Clock } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { UploadIntentRow } from './model.js';

/** Uploads looked at in one go. */
const BATCH = 100;
/** Milliseconds after which a process that was to remove files is held to be gone. */
const REMOVAL_MS = 60_000;

/** Which document's file is about to be stored. */
export interface UploadTarget {
  id: string;
  projectId: string;
}

/** An upload that has begun. */
export interface UploadIntent extends UploadTarget {
  /** Tells it from others under the same id: a repeat may run at the same time, in another process. */
  by?: string | undefined;
}

/** Uploads that have begun and that have not ended as far as is known. */
export class UploadIntents {
  readonly #model: Model<UploadIntentRow>;
  readonly #clock: Clock;

  constructor(model: Model<UploadIntentRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /**
   * Before the first byte is stored. From now on the files under this id are this upload's: one that began before no
   * longer removes them when it fails.
   *
   * @throws AppError UNAVAILABLE while files of an earlier upload under this id are being removed
   */
  async begin({ id, projectId }: UploadTarget): Promise<UploadIntent> {
    const by = newId();
    const now = this.#clock.now();
    const gone = new Date(now.getTime() - REMOVAL_MS);
    const free = { _id: keyOf({ id, projectId }), $or: [{ removing: null }, { removing: { $lt: gone } }] };
    const set = { documentId: id, projectId, since: now, by };
    const take = () => this.#model.updateOne(free, { $set: set, $unset: { removing: 1 } }, { upsert: true });
    try {
      // of two that begin at once one finds the row only when it asks again
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
  }

  /**
   * Before files of an upload that failed are removed.
   *
   * @returns false when another upload has begun under its id, or it has ended: then nothing may be removed
   */
  async giveUp(intent: UploadIntent): Promise<boolean> {
    const { matchedCount } = await this.#model.updateOne(ownRow(intent), { $set: { removing: this.#clock.now() } });
    return matchedCount === 1;
  }

  /** The record is there, or the file is removed. */
  async end(intent: UploadIntent): Promise<void> {
    await this.#model.deleteOne(ownRow(intent));
  }

  /** Those begun before a moment, the oldest first. */
  async before(moment: Date): Promise<UploadIntent[]> {
    const rows = await this.#model
      .find({ since: { $lt: moment } })
      .sort({ since: 1 })
      .limit(BATCH)
      .lean<UploadIntentRow[]>();
    return rows.map(({ documentId, projectId, by }) => ({ id: documentId, projectId, by }));
  }
}

const keyOf = ({ id, projectId }: UploadTarget): string => `${projectId}/${id}`;

const ownRow = (intent: UploadIntent) => ({ _id: keyOf(intent), by: intent.by ?? null });
