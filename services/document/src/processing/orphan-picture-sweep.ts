/** Removes pictures of attempts that died before reporting them. */
import type { BlobStore } from '@symbio/blobs';
import type { Clock, Logger } from '@symbio/runtime';
import { documentPrefix, pagePrefix, tokenOfFolder } from '../files/blob-keys.js';
import type { PageRow } from '../model.js';
import type { AttemptedDocument, DocumentRepository, PageWriter } from '../repository.js';
import { SELF } from './document-records.js';

export const ORPHAN_PICTURE_SWEEP_MS = 3_600_000;
/** Milliseconds after which an attempt without its job has certainly stopped. */
const ABANDONED_AFTER_MS = 24 * 3_600_000;

export interface OrphanPictureSweepDeps {
  repository: Pick<DocumentRepository, 'attemptedBetween' | 'sheets' | 'clearAttempts'>;
  pageWriter: Pick<PageWriter, 'change'>;
  blobs: Pick<BlobStore, 'list' | 'removePrefix'>;
  clock: Clock;
  log: Logger;
}

/** Cleans up each document once, a day after its last attempt. */
export function createOrphanPictureSweep({ repository, clock, log, pageWriter, blobs }: OrphanPictureSweepDeps) {
  /**
   * Pages with leftovers first get a fencing token above all attempts, whose reports are refused from then on; the same
   * write returns the referenced folder. A new attempt has a higher token and its own folders.
   */
  async function cleanUp({
    _id: documentId,
    projectId,
    attemptedAt,
    fencingToken = 0,
  }: AttemptedDocument): Promise<void> {
    const pages = await repository.sheets(documentId);
    const newest = Math.max(fencingToken, ...pages.map((page) => page.fencingToken ?? 0));
    const folders = await foldersOf(projectId, documentId);
    let count = 0;
    for (const page of pages) {
      const all = pagePrefix(projectId, documentId, page.pageNumber);
      const isOrphan = (folder: string, { imagePath, thumbnailPath }: PageRow): boolean =>
        tokenOfFolder(folder) <= newest &&
        ![imagePath, thumbnailPath].some((key) => key.startsWith(`${all}/${folder}/`));
      const orphans = [...(folders.get(page.pageNumber) ?? [])].filter((folder) => isOrphan(folder, page));
      if (orphans.length === 0) continue;
      const fenced = await pageWriter.change(page._id, SELF, ({ fencingToken: known = 0 }) =>
        known > newest ? undefined : { set: { fencingToken: newest + 1 }, events: [], keepUpdatedAt: true },
      );
      // a deletion removes the files itself
      if (!fenced) continue;
      for (const folder of orphans.filter((one) => isOrphan(one, fenced))) {
        await blobs.removePrefix(`${all}/${folder}`);
        count++;
      }
    }
    if (count > 0) log.warn({ document_id: documentId, count }, 'removed orphaned pictures');
    await repository.clearAttempts(documentId, attemptedAt);
  }

  async function foldersOf(projectId: string, documentId: string): Promise<Map<number, Set<string>>> {
    const all = `${documentPrefix(projectId, documentId)}/pages`;
    const folders = new Map<number, Set<string>>();
    for await (const { key } of blobs.list(all)) {
      const [number = '', folder = ''] = key.slice(all.length + 1).split('/');
      const known = folders.get(Number(number)) ?? new Set();
      folders.set(Number(number), known.add(folder));
    }
    return folders;
  }

  return {
    async sweep(signal: AbortSignal): Promise<void> {
      const before = new Date(clock.now().getTime() - ABANDONED_AFTER_MS);
      let after = new Date(0);
      for (;;) {
        const some = await repository.attemptedBetween(after, before);
        for (const document of some) {
          if (signal.aborted) return;
          try {
            await cleanUp(document);
          } catch (error) {
            log.warn(
              { err: error, document_id: document._id },
              'could not remove orphaned pictures of a document; will retry',
            );
          }
        }
        const last = some.at(-1);
        if (!last) return;
        after = last.attemptedAt;
      }
    },
  };
}
