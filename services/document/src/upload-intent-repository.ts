import type { Clock } from '@symbio/kit';
import type { Model } from 'mongoose';
import type { UploadIntentRow } from './model.js';

/** Uploads looked at in one go. */
const BATCH = 100;

/** Which document's file is about to be stored. */
export interface UploadIntent {
  id: string;
  projectId: string;
}

/** Uploads that have begun and that have not ended as far as is known. */
export class UploadIntents {
  readonly #model: Model<UploadIntentRow>;
  readonly #clock: Clock;

  constructor(model: Model<UploadIntentRow>, clock: Clock) {
    this.#model = model;
    this.#clock = clock;
  }

  /** Before the first byte is stored. */
  async begin({ id, projectId }: UploadIntent): Promise<void> {
    const row = { documentId: id, projectId, since: this.#clock.now() };
    await this.#model.updateOne({ _id: keyOf({ id, projectId }) }, { $set: row }, { upsert: true });
  }

  /** The record is there, or the file is removed. */
  async end(intent: UploadIntent): Promise<void> {
    await this.#model.deleteOne({ _id: keyOf(intent) });
  }

  /** Those begun before a moment, the oldest first. */
  async before(moment: Date): Promise<UploadIntent[]> {
    const rows = await this.#model
      .find({ since: { $lt: moment } })
      .sort({ since: 1 })
      .limit(BATCH)
      .lean<UploadIntentRow[]>();
    return rows.map(({ documentId, projectId }) => ({ id: documentId, projectId }));
  }
}

const keyOf = ({ id, projectId }: UploadIntent): string => `${projectId}/${id}`;
