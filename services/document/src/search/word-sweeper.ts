/**
 * Finds documents that are not searchable: analyzed before words were stored, or uploaded before reading was automatic.
 */
import { serviceActor, type Clock, type Logger } from '@symbio/runtime';
import type { Classifying } from '../classification/classifying.js';
import { READING_PRIORITY } from '../processing/reading-priority.js';
import type { Processing } from '../processing/processing.js';
import type { DocumentRepository } from '../repository.js';

export const WORD_SWEEP_MS = 3_600_000;
/** Milliseconds for which an upload is left to the event consumer. */
const FOLLOWED_MS = 3_600_000;

export interface WordSweeperOptions {
  repository: Pick<DocumentRepository, 'documentsWithoutWords' | 'unreadUploads'>;
  processing: Pick<Processing, 'askForWords' | 'readUpload'>;
  /** Absent: documents are classified and read only on request. */
  classifying?: Pick<Classifying, 'classifyLeft'>;
  clock: Clock;
  log: Logger;
}

export class WordSweeper {
  readonly #o: WordSweeperOptions;

  constructor(options: WordSweeperOptions) {
    this.#o = options;
  }

  /** A document that fails is retried by the next sweep. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { repository, processing } = this.#o;
    await this.#each(await repository.documentsWithoutWords(), signal, (id) => processing.askForWords(id));
    await this.#readUploads(signal);
  }

  /** Does for old uploads, one by one, what the event does for new ones: classify, and read unless it is a map. */
  async #readUploads(signal: AbortSignal): Promise<void> {
    const { repository, processing, classifying, clock } = this.#o;
    if (!classifying) return;
    const before = new Date(clock.now().getTime() - FOLLOWED_MS);
    let some: string[];
    let after = '';
    do {
      some = await repository.unreadUploads(before, after);
      await this.#each(some, signal, async (id) => {
        await classifying.classifyLeft(id, serviceActor('document'));
        await processing.readUpload(id, READING_PRIORITY.last);
      });
      after = some.at(-1) ?? '';
    } while (after && !signal.aborted);
  }

  async #each(ids: readonly string[], signal: AbortSignal, ask: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids) {
      if (signal.aborted) return;
      try {
        await ask(id);
      } catch (error) {
        this.#o.log.warn(
          { err: error, document_id: id },
          'the words of a document could not be asked for, will try again',
        );
      }
    }
  }
}
