/** Makes page pictures: the engine creates, the store keeps, the document service records them. */
import path from 'node:path';
import { BlobError, type BlobStore } from '@symbio/blobs';
import type { ReadyPage } from '@symbio/page-engine/pipeline';
import { pageFacts } from '@symbio/page-engine/reading';
import type { Document, Page, RecordPageRequest } from '@symbio/proto/document';
import type { JobResult } from '@symbio/proto/job';
import { pagePrefix, pictureFolder, tokenOfFolder } from '../files/blob-keys.js';
import { inScratch } from '../files/scratch.js';
import { toWords } from './page-words.js';
import { reportPageCount, count, type Work, type WorkItem, type WorkTools } from './work.js';

const TYPES = { jpg: 'image/tiff', png: 'application/zip' } as const;

/** Makes pictures, and extracts the PDF's data, for all pages without a picture, in order. */
export const makePages: Work = async (item, tools) => {
  item.report.result(await writePages(item, tools));
};

/** Renders pages whose lifted pictures differ from the page. */
export async function redrawPages(item: WorkItem, pages: readonly Page[], tools: WorkTools): Promise<void> {
  const sizes = Object.fromEntries(pages.map(({ pageNumber, width, height }) => [pageNumber, { width, height }]));
  await writePages({ ...item, pageNumbers: pages.map(({ pageNumber }) => pageNumber) }, tools, sizes);
}

/** Sizes in pixels, by page number, of pages to render even if their picture could be lifted. */
type Drawn = Readonly<Record<number, { width: number; height: number }>>;

const writePages = (item: WorkItem, tools: WorkTools, drawn?: Drawn): Promise<JobResult> =>
  inScratch('pages', (outDir) => writePagesIn(outDir, item, tools, drawn));

async function writePagesIn(
  outDir: string,
  { jobId, fencingToken, document, readyPages, pageNumbers, report, signal }: WorkItem,
  tools: WorkTools,
  drawn: Drawn | undefined,
): Promise<JobResult> {
  const { peers, blobs, runner, log } = tools;
  const copy = await blobs.localCopy(document.filePath);
  // explicitly requested pages are made again
  const chosen = pageNumbers.length > 0;
  const kept = chosen ? [] : readyPages;
  let done = kept.length;
  let total = chosen ? pageNumbers.length : document.totalPages;
  const previews = new Map<number, string>();
  const context: StorageContext = { jobId, fencingToken, document, outDir };
  if (done > 0) report.line(`${count(done)} ready from an earlier attempt`);
  try {
    const summary = await runner.run({
      file: copy.path,
      outDir,
      category: document.category,
      skip: kept,
      ...(chosen && { only: pageNumbers }),
      drawn,
      // not for pages with a picture
      previews: !chosen,
      signal,
      onOpened: async (pageCount) => {
        if (!chosen) total = pageCount;
        await reportPageCount(document, pageCount, kept.length, report, peers);
      },
      onPage: async (page) => {
        if (page.status === 'ready' && page.preview) {
          previews.set(page.pageNumber, await storePage(page, context, tools));
          report.line(`Page ${page.pageNumber}: first shown at a fraction of its size`);
          return;
        }
        if (page.status === 'ready') {
          await storePage(page, context, tools);
          report.line(
            `Page ${page.pageNumber}: ${page.width} x ${page.height} pixels, ${page.dpi} dpi, ${page.madeBy}`,
          );
        } else {
          const { pageNumber, message: error } = page;
          const failed = { documentId: document.id, jobId, fencingToken, pageNumber, error };
          await peers.documents.recordPage(failed, await peers.asSelf());
          const preview = previews.get(pageNumber);
          if (preview) await blobs.removePrefix(preview);
          report.line(`Page ${pageNumber} failed: ${error}`);
        }
        tools.metrics.pagesMade.inc({ how: page.status === 'ready' ? page.madeBy : 'failed' });
        done++;
        if (!drawn) await report.progress(done, total);
        // the last page ends the job anyway
        if (done < total) {
          report.throwIfStopped();
          if (!chosen) report.throwIfPreempted();
        }
      },
      onLog: (message, detail) => log.debug(detail, message),
    });
    report.line(`${count(summary.made)} made, ${summary.skipped} kept, ${summary.failed.length} failed`);
    return { pagesProcessed: summary.made, pagesSkipped: summary.skipped, pagesFailed: summary.failed.length };
  } finally {
    await copy.release();
  }
}

interface StorageContext {
  jobId: string;
  fencingToken: number;
  document: Document;
  outDir: string;
}

/**
 * Stores files, then the record, then removes folders of earlier attempts: a record never refers to missing files.
 * Folders with lower tokens are unused once ours is recorded, as reports of their attempts are refused; those with
 * higher tokens belong to later attempts.
 */
async function storePage(
  page: ReadyPage,
  { jobId, fencingToken, document, outDir }: StorageContext,
  { peers, blobs }: WorkTools,
): Promise<string> {
  const { pageNumber, format, hash, width, height, dpi, text, words, unread, metadata, madeBy, pictureShare, preview } =
    page;
  const all = pagePrefix(document.projectId, document.id, pageNumber);
  const contentHash = pictureFolder(hash, fencingToken);
  const prefix = `${all}/${contentHash}`;
  const imagePath = `${prefix}/${path.basename(page.pyramidFile)}`;
  const thumbnailPath = `${prefix}/${path.basename(page.thumbnailFile)}`;
  await putOnce(blobs, imagePath, path.join(outDir, page.pyramidFile), TYPES[format]);
  await putOnce(blobs, thumbnailPath, path.join(outDir, page.thumbnailFile), 'image/webp');
  const request: Partial<RecordPageRequest> = {
    documentId: document.id,
    jobId,
    fencingToken,
    pageNumber,
    imagePath,
    thumbnailPath,
    contentHash,
    tileFormat: format,
    width,
    height,
    dpi,
    madeBy,
    pictureShare,
    preview,
    // page data comes with the full picture
    ...(!preview && {
      metadata: pageFacts(metadata, text, 'pdf', document),
      words: toWords(words),
      analyzed: unread.length === 0,
    }),
  };
  const { page: recorded } = await peers.documents.recordPage(request, await peers.asSelf());
  // a preview leaves the cleanup to the full picture
  if (!preview && recorded?.imagePath === imagePath) await removePrevious(all, contentHash, fencingToken, blobs);
  return prefix;
}

async function removePrevious(all: string, kept: string, fencingToken: number, blobs: BlobStore): Promise<void> {
  const folders = new Set<string>();
  for await (const { key } of blobs.list(all)) folders.add(key.slice(all.length + 1).split('/', 1)[0] ?? '');
  for (const folder of folders)
    if (folder !== kept && tokenOfFolder(folder) <= fencingToken) await blobs.removePrefix(`${all}/${folder}`);
}

/** Skips an identical picture that this attempt has stored before. */
async function putOnce(blobs: BlobStore, key: string, file: string, contentType: string): Promise<void> {
  try {
    await blobs.putFile(key, file, { contentType });
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
  }
}
