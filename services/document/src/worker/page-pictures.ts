/** Pictures of pages: made by the engine, put into the store, then recorded. */
import path from 'node:path';
import { BlobError, type BlobStore } from '@symbio/kit';
import type { ReadyPage } from '@symbio/page-engine/pipeline';
import { pageFacts, saysEnough } from '@symbio/page-engine/reading';
import type { Document, Page, RecordPageRequest } from '@symbio/proto/document';
import type { JobResult } from '@symbio/proto/job';
import { pagePrefix, pictureFolder, tokenOfFolder } from '../keys.js';
import { inScratch } from '../scratch.js';
import { toWords } from './page-words.js';
import { announce, count, type Work, type WorkItem, type WorkTools } from './work.js';

const TYPES = { jpg: 'image/tiff', png: 'application/zip' } as const;

/** Pictures, and what the PDF itself says, of all pages that have no picture yet, the first sheet first. */
export const makePages: Work = async (item, tools) => {
  item.report.result(await writePages(item, tools));
};

/** These pages once more, drawn: what was taken out of the file as their picture is not what they show. */
export async function redrawPages(item: WorkItem, pages: readonly Page[], tools: WorkTools): Promise<void> {
  const widths = Object.fromEntries(pages.map(({ pageNumber, width }) => [pageNumber, width]));
  await writePages({ ...item, pageNumbers: pages.map(({ pageNumber }) => pageNumber) }, tools, widths);
}

/** Pages that are drawn even if their picture could be taken over, by number: so many pixels wide. */
type Drawn = Readonly<Record<number, number>>;

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
  // pages that somebody names are made anew
  const chosen = pageNumbers.length > 0;
  const kept = chosen ? [] : readyPages;
  let done = kept.length;
  let total = chosen ? pageNumbers.length : document.totalPages;
  /** Folders of previews that were shown, by page. */
  const previews = new Map<number, string>();
  const making: Making = { jobId, fencingToken, document, outDir };
  if (done > 0) report.line(`${count(done)} ready from an earlier attempt`);
  try {
    const summary = await runner.run({
      file: copy.path,
      outDir,
      category: document.category,
      skip: kept,
      ...(chosen && { only: pageNumbers }),
      drawn,
      // a page that has its picture needs none
      previews: !chosen,
      signal,
      onOpened: async (pageCount) => {
        if (!chosen) total = pageCount;
        await announce(document, pageCount, kept.length, report, peers);
      },
      onPage: async (page) => {
        if (page.status === 'ready' && page.preview) {
          previews.set(page.pageNumber, await storePage(page, making, tools));
          report.line(`Page ${page.pageNumber}: first shown at a fraction of its size`);
          return;
        }
        if (page.status === 'ready') {
          await storePage(page, making, tools);
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
        // the last one is the end anyway
        if (done < total) report.mayStop();
      },
      onLog: (message, detail) => log.debug(detail, message),
    });
    report.line(`${count(summary.made)} made, ${summary.skipped} kept, ${summary.failed.length} failed`);
    return { pagesProcessed: summary.made, pagesSkipped: summary.skipped, pagesFailed: summary.failed.length };
  } finally {
    await copy.release();
  }
}

interface Making {
  jobId: string;
  fencingToken: number;
  document: Document;
  outDir: string;
}

/**
 * The page's files, then its record, then what earlier attempts left goes: a record never points to what is not there. A folder
 * with a fencing token up to ours is nobody's any more once ours is on record, as records of its attempt are refused from then
 * on; those of attempts that began after ours are theirs. Answers the folder that the files are in.
 */
async function storePage(
  page: ReadyPage,
  { jobId, fencingToken, document, outDir }: Making,
  { peers, blobs }: WorkTools,
): Promise<string> {
  const { pageNumber, format, hash, width, height, dpi, text, words, metadata, madeBy, pictureShare, preview } = page;
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
    // what the page says comes with the page itself
    ...(!preview && {
      metadata: pageFacts(metadata, text, 'pdf', document),
      words: toWords(words),
      analyzed: saysEnough(text),
    }),
  };
  const { page: recorded } = await peers.documents.recordPage(request, await peers.asSelf());
  // a preview leaves what is there to the picture in full
  if (!preview && recorded?.imagePath === imagePath) await removeFormer(all, contentHash, fencingToken, blobs);
  return prefix;
}

/** Removes the folders of a page's pictures that were made by attempts up to this one, but for the one that is kept. */
async function removeFormer(all: string, kept: string, fencingToken: number, blobs: BlobStore): Promise<void> {
  const folders = new Set<string>();
  for await (const { key } of blobs.list(all)) folders.add(key.slice(all.length + 1).split('/', 1)[0] ?? '');
  for (const folder of folders)
    if (folder !== kept && tokenOfFolder(folder) <= fencingToken) await blobs.removePrefix(`${all}/${folder}`);
}

/** A picture that is drawn again by the same attempt, and is the same, is there already. */
async function putOnce(blobs: BlobStore, key: string, file: string, contentType: string): Promise<void> {
  try {
    await blobs.putFile(key, file, { contentType });
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
  }
}
