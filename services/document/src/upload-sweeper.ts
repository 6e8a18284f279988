/** Files whose record never came: a service that died between the two leaves one behind, which nobody ever finds. */
import type { BlobStore, Clock, Logger } from '@symbio/kit';
import type { Model } from 'mongoose';
import { documentPrefix } from './keys.js';
import type { UploadIntentRow } from './model.js';
import type { DocumentRepository } from './repository.js';

/** Milliseconds after which an upload without a record is over: none takes nearly as long. */
const GIVEN_UP_MS = 24 * 3_600_000;
/** Milliseconds between two sweeps. */
export const UPLOAD_SWEEP_MS = 3_600_000;
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
    await this.#model.collection.updateOne({ _id: keyOf({ id, projectId }) } as never, { $set: row }, { upsert: true });
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

export interface UploadSweeperOptions {
  intents: Pick<UploadIntents, 'before' | 'end'>;
  repository: Pick<DocumentRepository, 'find'>;
  blobs: Pick<BlobStore, 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

export class UploadSweeper {
  readonly #o: UploadSweeperOptions;

  constructor(options: UploadSweeperOptions) {
    this.#o = options;
  }

  /** Removes the files of uploads that began more than a day ago and have no record. */
  async sweep(): Promise<void> {
    const { intents, repository, blobs, clock, log } = this.#o;
    for (const intent of await intents.before(new Date(clock.now().getTime() - GIVEN_UP_MS))) {
      const row = await repository.find(intent.id);
      if (row?.projectId !== intent.projectId) {
        await blobs.removePrefix(documentPrefix(intent.projectId, intent.id));
        log.warn({ document_id: intent.id }, 'removed a file whose document was never recorded');
      }
      await intents.end(intent);
    }
  }
}
