/** Documents that were analysed before words of pages were kept, and so can't be searched. */
import type { Logger } from '@symbio/kit';
import type { Processing } from '../processing/processing.js';
import type { DocumentRepository } from '../repository.js';

/** Milliseconds between two sweeps. */
export const WORD_SWEEP_MS = 3_600_000;

export interface WordSweeperOptions {
  repository: Pick<DocumentRepository, 'documentsWithoutWords'>;
  processing: Pick<Processing, 'askForWords'>;
  log: Logger;
}

/** Has them read once more, at the lowest priority. */
export class WordSweeper {
  readonly #o: WordSweeperOptions;

  constructor(options: WordSweeperOptions) {
    this.#o = options;
  }

  /** One that can't be asked for now is asked for the next time. */
  async sweep(): Promise<void> {
    const { repository, processing, log } = this.#o;
    for (const id of await repository.documentsWithoutWords()) {
      try {
        await processing.askForWords(id);
      } catch (error) {
        log.warn({ err: error, document_id: id }, 'the words of a document could not be asked for, will try again');
      }
    }
  }
}
