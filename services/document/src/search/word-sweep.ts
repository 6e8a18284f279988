/** Reads uploads that no event led to: of versions without that event, or after a dead letter. */
import { serviceActor, type Clock, type Logger } from '@symbio/runtime';
import type { DocumentClassifier } from '../classification/document-classifier.js';
import { READING_PRIORITY } from '../processing/reading-priority.js';
import type { Processing } from '../processing/processing.js';
import type { DocumentRepository } from '../repository.js';

export const WORD_SWEEP_MS = 3_600_000;
/** Milliseconds for which the event consumer has an upload. */
const EVENT_DELAY_MS = 3_600_000;

export interface WordSweepDeps {
  repository: Pick<DocumentRepository, 'unreadUploads'>;
  processing: Pick<Processing, 'readUpload'>;
  /** Absent: documents are classified and read only on request. */
  classifier?: Pick<DocumentClassifier, 'classifyOnce'>;
  clock: Clock;
  log: Logger;
}

export function createWordSweep({ repository, processing, classifier, clock, log }: WordSweepDeps) {
  /** As the event consumer does for new uploads. */
  async function readUploads(signal: AbortSignal): Promise<void> {
    if (!classifier) return;
    const before = new Date(clock.now().getTime() - EVENT_DELAY_MS);
    let some: string[];
    let after = '';
    do {
      some = await repository.unreadUploads(before, after);
      await each(some, signal, async (id) => {
        await classifier.classifyOnce(id, serviceActor('document'));
        await processing.readUpload(id, READING_PRIORITY.last);
      });
      after = some.at(-1) ?? '';
    } while (after && !signal.aborted);
  }

  async function each(ids: readonly string[], signal: AbortSignal, ask: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids) {
      if (signal.aborted) return;
      try {
        await ask(id);
      } catch (error) {
        log.warn({ err: error, document_id: id }, 'could not request the reading of a document; will retry');
      }
    }
  }

  return {
    /** Document that fails is retried by the next sweep. */
    async sweep(signal: AbortSignal): Promise<void> {
      await readUploads(signal);
    },
  };
}
