/** Removes unreferenced pictures: an attempt that dies between files and report leaves them behind. */
import type { BlobStore } from '@symbio/blobs';
import type { Clock, Logger } from '@symbio/runtime';
import { documentPrefix, pagePrefix, tokenOfFolder } from '../keys.js';
import type { PageRow } from '../model.js';
import type { AttemptedDocument, DocumentRepository, PageWriter } from '../repository.js';
import { SELF } from './records.js';

export const LEFT_PICTURES_SWEEP_MS = 3_600_000;
/** Milliseconds after which an attempt that lost its job has certainly stopped: its next heartbeat fails. */
const GIVEN_UP_MS = 24 * 3_600_000;

export interface LeftPicturesOptions {
  repository: Pick<DocumentRepository, 'attemptedBetween' | 'sheets' | 'forgetAttempts'>;
  pageWriter: Pick<PageWriter, 'change'>;
  blobs: Pick<BlobStore, 'list' | 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

/** Cleans up each document once, a day after its last attempt began. */
export class LeftPictures {
  readonly #o: LeftPicturesOptions;

  constructor(options: LeftPicturesOptions) {
    this.#o = options;
  }

  /** A document that fails is retried by the next sweep. */
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
   * Pages with leftovers first get a fencing token above all previous attempts, whose reports are refused from then on;
   * the same write returns the referenced folder. A concurrent new attempt has a higher token and separate folders.
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
      // a deletion removes the files itself
      if (!fenced) continue;
      for (const folder of left.filter((one) => isLeft(one, fenced))) {
        await blobs.removePrefix(`${all}/${folder}`);
        count++;
      }
    }
    if (count > 0) log.warn({ document_id: documentId, count }, 'removed pictures that no page refers to');
    await repository.forgetAttempts(documentId, attemptedAt);
  }

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
