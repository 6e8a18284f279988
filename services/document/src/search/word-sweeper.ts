/** Documents that were analysed before words of pages were kept, and so can't be searched. */
import type { Logger } from '@symbio/kit';
import type { Processing } from '../processing.js';
import type { DocumentRepository } from '../repository.js';

/** Milliseconds between two sweeps. */
const SWEEP_MS = 3_600_000;

export interface WordSweeperOptions {
  repository: Pick<DocumentRepository, 'documentsWithoutWords'>;
  processing: Pick<Processing, 'askForWords'>;
  log: Logger;
  sweepMs?: number;
}

/** Has them read once more, at the lowest priority. */
export class WordSweeper {
  readonly #o: WordSweeperOptions;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

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

  /** The first sweep is now: a new version of the service has just been started. */
  start(): void {
    const sweep = (): void => {
      this.#running = this.#running
        .then(() => this.sweep())
        .catch((error: unknown) =>
          this.#o.log.warn({ err: error }, 'documents without words could not be looked for, will try again'),
        );
    };
    sweep();
    this.#timer = setInterval(sweep, this.#o.sweepMs ?? SWEEP_MS);
    this.#timer.unref();
  }

  /** Waits for a sweep in hand. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
