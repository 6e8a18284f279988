/** Removes files without a record, left by a service that died between storing the two. */
import type { BlobStore } from '@symbio/blobs';
import type { Clock, Logger } from '@symbio/runtime';
import { documentPrefix } from './keys.js';
import type { DocumentRepository } from './repository.js';
import type { UploadIntents } from './upload-intent-repository.js';

/** Milliseconds after which an upload without a record is over: far longer than any takes. */
const GIVEN_UP_MS = 24 * 3_600_000;
export const UPLOAD_SWEEP_MS = 3_600_000;

export interface UploadSweeperOptions {
  intents: Pick<UploadIntents, 'before' | 'giveUp' | 'end'>;
  /** Also finds restorable documents, which keep their files. */
  repository: Pick<DocumentRepository, 'find'>;
  blobs: Pick<BlobStore, 'removePrefix' | 'removeAbandoned'>;
  clock: Clock;
  log: Logger;
}

export class UploadSweeper {
  readonly #o: UploadSweeperOptions;

  constructor(options: UploadSweeperOptions) {
    this.#o = options;
  }

  /** Also removes incomplete writes of that age. */
  async sweep(): Promise<void> {
    const { intents, repository, blobs, clock, log } = this.#o;
    const begunBefore = new Date(clock.now().getTime() - GIVEN_UP_MS);
    for (const intent of await intents.before(begunBefore)) {
      const row = await repository.find(intent.id);
      if (row?.projectId !== intent.projectId) {
        if (!(await intents.giveUp(intent))) continue;
        await blobs.removePrefix(documentPrefix(intent.projectId, intent.id));
        log.warn({ document_id: intent.id }, 'removed a file whose document was never recorded');
      }
      await intents.end(intent);
    }
    const abandoned = await blobs.removeAbandoned(begunBefore);
    if (abandoned > 0) log.warn({ count: abandoned }, 'removed what was left of writes that never ended');
  }
}
