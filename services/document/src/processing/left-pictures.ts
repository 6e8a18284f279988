/** Pictures that no page refers to: an attempt that dies between its files and its report leaves them, and nobody makes the page again. */
import type { BlobStore, Clock, Logger } from '@symbio/kit';
import { documentPrefix, pagePrefix, tokenOfFolder } from '../keys.js';
import type { PageRow } from '../model.js';
import type { AttemptedDocument, DocumentRepository, PageWriter } from '../repository.js';
import { SELF } from './records.js';

/** Milliseconds between two sweeps. */
export const LEFT_PICTURES_SWEEP_MS = 3_600_000;
/** Milliseconds after which no attempt that has lost its job still writes: it hears of that by its next sign of life. */
const GIVEN_UP_MS = 24 * 3_600_000;

export interface LeftPicturesOptions {
  repository: Pick<DocumentRepository, 'attemptedBetween' | 'sheets' | 'forgetAttempts'>;
  pageWriter: Pick<PageWriter, 'change'>;
  blobs: Pick<BlobStore, 'list' | 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

/** Looks through the pictures of each document once after attempts at it, a day after the last one began. */
export class LeftPictures {
  readonly #o: LeftPicturesOptions;

  constructor(options: LeftPicturesOptions) {
    this.#o = options;
  }

  /** A document that cannot be looked through now is the next time. */
  async sweep(signal: AbortSignal): Promise<void> {
    const { repository, clock, log } = this.#o;
    const before = new Date(clock.now().getTime() - GIVEN_UP_MS);
    let after = new Date(0);
    for (;;) {
      const some = await repository.attemptedBetween(after, before);
      for (const document of some) {
        if (signal.aborted) return;
        try {
          await this.#lookThrough(document);
        } catch (error) {
          log.warn({ err: error, document_id: document._id }, 'left pictures of a document could not be removed yet');
        }
      }
      const last = some.at(-1);
      if (!last) return;
      after = last.attemptedAt;
    }
  }

  /**
   * What is left goes only when nobody can refer to it any more: a page that has some gets a fencing token above those of all
   * attempts until now, whose reports are refused from then on, and what it refers to is read in that very write. An attempt that
   * begins meanwhile has a token above them, too, and folders of its own.
   */
  async #lookThrough({ _id: documentId, projectId, attemptedAt, fencingToken = 0 }: AttemptedDocument): Promise<void> {
    const { repository, pageWriter, blobs, log } = this.#o;
    const pages = await repository.sheets(documentId);
    const newest = Math.max(fencingToken, ...pages.map((page) => page.fencingToken ?? 0));
    const folders = await this.#foldersOf(projectId, documentId);
    let count = 0;
    for (const page of pages) {
      const all = pagePrefix(projectId, documentId, page.pageNumber);
      const isLeft = (folder: string, { imagePath, thumbnailPath }: PageRow): boolean =>
        tokenOfFolder(folder) <= newest &&
        ![imagePath, thumbnailPath].some((key) => key.startsWith(`${all}/${folder}/`));
      const left = [...(folders.get(page.pageNumber) ?? [])].filter((folder) => isLeft(folder, page));
      if (left.length === 0) continue;
      const fenced = await pageWriter.change(page._id, SELF, ({ fencingToken: known = 0 }) =>
        known > newest ? undefined : { set: { fencingToken: newest + 1 }, events: [], keepUpdatedAt: true },
      );
      // the files of a document that is gone go with it
      if (!fenced) continue;
      for (const folder of left.filter((one) => isLeft(one, fenced))) {
        await blobs.removePrefix(`${all}/${folder}`);
        count++;
      }
    }
    if (count > 0) log.warn({ document_id: documentId, count }, 'removed pictures that no page refers to');
    await repository.forgetAttempts(documentId, attemptedAt);
  }

  /** Names of the folders of pictures that are stored, by the number of their page. */
  async #foldersOf(projectId: string, documentId: string): Promise<Map<number, Set<string>>> {
    const all = `${documentPrefix(projectId, documentId)}/pages`;
    const folders = new Map<number, Set<string>>();
    for await (const { key } of this.#o.blobs.list(all)) {
      const [number = '', folder = ''] = key.slice(all.length + 1).split('/');
      const known = folders.get(Number(number)) ?? new Set();
      folders.set(Number(number), known.add(folder));
    }
    return folders;
  }
}
