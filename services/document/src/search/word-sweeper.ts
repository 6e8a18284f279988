/** Documents that were analysed before words of pages were kept, and so can't be searched. */
import type { Logger } from '@symbio/kit';
import type { Processing } from '../processing.js';
import type { DocumentRepository } from '../repository.js';
import { startRounds } from '../rounds.js';

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
  #stop: (() => Promise<void>) | undefined;

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
    const { log, sweepMs = SWEEP_MS } = this.#o;
    this.#stop = startRounds({
      everyMs: sweepMs,
      atOnce: true,
      round: () => this.sweep(),
      failed: (err) => log.warn({ err }, 'documents without words could not be looked for, will try again'),
    });
  }

  /** Waits for a sweep in hand. */
  async stop(): Promise<void> {
    await this.#stop?.();
  }
}
