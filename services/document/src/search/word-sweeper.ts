/** Documents that can't be searched, since nobody has read them: analysed before words of pages were kept, or uploaded before. */
import { serviceActor, type Clock, type Logger } from '@symbio/kit';
import type { Classifying } from '../classification/classifying.js';
import { READING_PRIORITY } from '../processing/reading-priority.js';
import type { Processing } from '../processing/processing.js';
import type { DocumentRepository } from '../repository.js';

/** Milliseconds between two sweeps. */
export const WORD_SWEEP_MS = 3_600_000;
/** An upload that was made within so many milliseconds is still being followed by the consumer of its event. */
const FOLLOWED_MS = 3_600_000;

export interface WordSweeperOptions {
  repository: Pick<DocumentRepository, 'documentsWithoutWords' | 'unreadUploads'>;
  processing: Pick<Processing, 'askForWords' | 'readUpload'>;
  /** Absent: documents are classified and read when somebody asks. */
  classifying?: Pick<Classifying, 'classifyLeft'>;
  clock: Clock;
  log: Logger;
}

/** Has them read once, when nothing else is to be done. */
export class WordSweeper {
  readonly #o: WordSweeperOptions;

  constructor(options: WordSweeperOptions) {
    this.#o = options;
  }

  /** One that can't be asked for now is asked for the next time. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { repository, processing } = this.#o;
    await this.#each(await repository.documentsWithoutWords(), signal, (id) => processing.askForWords(id));
    await this.#readUploads(signal);
  }

  /** What a new upload gets by its event, one document after the other: it is classified, and read if it is no map. */
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
