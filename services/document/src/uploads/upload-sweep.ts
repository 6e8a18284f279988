/** Removes files whose upload died before the record. */
import type { BlobStore } from '@symbio/blobs';
import type { Clock, Logger } from '@symbio/runtime';
import { documentPrefix } from '../files/blob-keys.js';
import type { DocumentRepository } from '../repository.js';
import type { UploadIntents } from './intent-repository.js';

/** Far longer than any upload takes. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;
export const UPLOAD_SWEEP_MS = 3_600_000;

export interface UploadSweepDeps {
  intents: Pick<UploadIntents, 'before' | 'giveUp' | 'end'>;
  /** Finds restorable documents too, which keep their files. */
  repository: Pick<DocumentRepository, 'find'>;
  blobs: Pick<BlobStore, 'removePrefix' | 'removeAbandoned'>;
  clock: Clock;
  log: Logger;
}

export function createUploadSweep({ intents, repository, blobs, clock, log }: UploadSweepDeps) {
  return {
    async sweep(): Promise<void> {
      const begunBefore = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
      for (const intent of await intents.before(begunBefore)) {
        const row = await repository.find(intent.id);
        if (row?.projectId !== intent.projectId) {
          if (!(await intents.giveUp(intent))) continue;
          await blobs.removePrefix(documentPrefix(intent.projectId, intent.id));
          log.warn({ document_id: intent.id }, 'removed a file without a record');
        }
        await intents.end(intent);
      }
      const abandoned = await blobs.removeAbandoned(begunBefore);
      if (abandoned > 0) log.warn({ count: abandoned }, 'removed incomplete writes');
    },
  };
}
