/** What the kinds of jobs do with a document. Each works page by page, so that another attempt continues. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BlobError, type BlobStore, type Logger, type Metrics } from '@symbio/kit';
import type { Document, Page, RecordPageRequest } from '@symbio/proto/document';
import type { JobResult } from '@symbio/proto/job';
import { pagePrefix } from '../keys.js';
import type { OcrReader } from '../ocr/ocr-reader.js';
import type { ReadyPage } from '../pipeline/messages.js';
import type { PipelineRunner } from '../pipeline/run-pipeline.js';
import type { PageReader } from '../reading/page-reader.js';
import { analyzePages } from './analysis-work.js';
import type { AttemptReport } from './attempt-report.js';
import { pagesOf, picturesOf, saysEnough, toMetadata, toWords } from './page-words.js';
import type { Peers } from './peers.js';

/** What a kind of job needs. */
export interface WorkTools {
  peers: Peers;
  blobs: BlobStore;
  runner: PipelineRunner;
  reader: PageReader;
  ocr: OcrReader;
  metrics: Metrics;
  log: Logger;
}

/** A document in hand. */
export interface WorkItem {
  jobId: string;
  document: Document;
  /** Numbers of pages that have their picture. */
  readyPages: readonly number[];
  /** Numbers of pages whose text, year and type need not be looked for. */
  analyzedPages: readonly number[];
  /** Only these pages, made and read anew; empty: all. */
  pageNumbers: readonly number[];
  report: AttemptReport;
  /** Aborted: stop at once. */
  signal: AbortSignal;
}

export type Work = (item: WorkItem, tools: WorkTools) => Promise<void>;

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

async function writePages(
  { jobId, document, readyPages, pageNumbers, report, signal }: WorkItem,
  tools: WorkTools,
  drawn?: Readonly<Record<number, number>>,
): Promise<JobResult> {
  const { peers, blobs, runner, log } = tools;
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-pages-'));
  const copy = await blobs.localCopy(document.filePath);
  // pages that somebody names are made anew
  const chosen = pageNumbers.length > 0;
  const kept = chosen ? [] : readyPages;
  let done = kept.length;
  let total = chosen ? pageNumbers.length : document.totalPages;
  /** Folders of previews that were shown, by page. */
  const previews = new Map<number, string>();
  if (done > 0) report.line(`${done} pages are ready from an earlier attempt`);
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
        await announce(document, pageCount, report, peers);
      },
      onPage: async (page) => {
        if (page.status === 'ready' && page.preview) {
          previews.set(page.pageNumber, await storePage(page, { jobId, document, outDir, anew: false }, tools));
          report.line(`Page ${page.pageNumber}: first shown at a fraction of its size`);
          return;
        }
        if (page.status === 'ready') {
          await storePage(page, { jobId, document, outDir, anew: chosen }, tools);
          report.line(
            `Page ${page.pageNumber}: ${page.width} x ${page.height} pixels, ${page.dpi} dpi, ${page.madeBy}`,
          );
        } else {
          const { pageNumber, message: error } = page;
          await peers.documents.recordPage({ documentId: document.id, pageNumber, error, jobId }, await peers.asSelf());
          report.line(`Page ${pageNumber} failed: ${error}`);
        }
        const preview = previews.get(page.pageNumber);
        if (preview) await blobs.removePrefix(preview);
        tools.metrics.pagesMade.inc({ how: page.status === 'ready' ? page.madeBy : 'failed' });
        done++;
        if (!drawn) await report.progress(done, total);
      },
      onLog: (message, detail) => log.debug(detail, message),
    });
    report.line(`${summary.made} pages made, ${summary.skipped} kept, ${summary.failed.length} failed`);
    return { pagesProcessed: summary.made, pagesSkipped: summary.skipped, pagesFailed: summary.failed.length };
  } finally {
    await copy.release();
    await rm(outDir, { recursive: true, force: true });
  }
}

/**
 * Everything: pages, and what the document is when nobody has said it yet (DOC-28). Pages without text are left to a
 * job of their own, except when somebody waits for just these.
 */
export const processWhole: Work = async (item, tools) => {
  await makePages(item, tools);
  if (item.pageNumbers.length > 0) return analyzePages(item, tools);
  if (!item.document.classification) await classify(item, tools);
};

/** A record of each page with its size and its text. */
export const makeRecords: Work = async (item, tools) => {
  const { jobId, document, pageNumbers, report, signal } = item;
  const { peers, blobs, reader } = tools;
  const pictures = picturesOf(await pagesOf(document.id, peers));
  const copy = await blobs.localCopy(document.filePath);
  let done = 0;
  let total = pageNumbers.length || document.totalPages;
  try {
    const { totalPages, unreadable } = await reader.read({
      file: copy.path,
      category: document.category,
      pictures,
      ...(pageNumbers.length > 0 && { only: pageNumbers }),
      signal,
      onOpened: async (pageCount) => {
        if (pageNumbers.length === 0) total = pageCount;
        await announce(document, pageCount, report, peers);
      },
      onPage: async ({ pageNumber, width, height, dpi, text, words, metadata }) => {
        const request = { documentId: document.id, jobId, pageNumber, width, height, dpi, words: toWords(words) };
        await peers.documents.recordPage(
          { ...request, metadata: toMetadata(metadata, text, 'pdf', document) },
          await peers.asSelf(),
        );
        done++;
        await report.progress(done, total);
      },
    });
    report.line(`${done} of ${pageNumbers.length || totalPages} pages read`);
    report.result({ pagesProcessed: done, pagesSkipped: 0, pagesFailed: unreadable.length });
    if (unreadable.length > 0) report.line(`Could not be read: ${unreadable.join(', ')}`);
  } finally {
    await copy.release();
  }
};

export const classify: Work = async ({ document, report, signal }, { peers }) => {
  const { document: classified } = await peers.documents.classifyDocument(
    { id: document.id },
    await peers.asSelf(signal),
  );
  const percent = Math.round((classified?.classification?.confidence ?? 0) * 100);
  report.line(`Classified as ${classified?.classification?.suggestedCategory} (${percent} %)`);
};

/** Tells how many pages there are. */
export async function announce(
  document: Document,
  pageCount: number,
  report: AttemptReport,
  peers: Peers,
): Promise<void> {
  await peers.documents.recordPageCount({ documentId: document.id, totalPages: pageCount }, await peers.asSelf());
  report.line(`The document has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`);
}

interface Making {
  jobId: string;
  document: Document;
  outDir: string;
  /** The page's files are replaced, also by equal ones: what is stored may be damaged. */
  anew: boolean;
}

/** The page's files, then its record: a record never points to what is not there. Answers the folder they are in. */
async function storePage(
  page: ReadyPage,
  { jobId, document, outDir, anew }: Making,
  { peers, blobs }: WorkTools,
): Promise<string> {
  const { pageNumber, format, hash, width, height, dpi, text, words, metadata, madeBy, preview } = page;
  const prefix = pagePrefix(document.projectId, document.id, pageNumber, hash);
  const imagePath = `${prefix}/${path.basename(page.pyramidFile)}`;
  const thumbnailPath = `${prefix}/${path.basename(page.thumbnailFile)}`;
  if (anew) await blobs.removePrefix(prefix);
  await putOnce(blobs, imagePath, path.join(outDir, page.pyramidFile), TYPES[format]);
  await putOnce(blobs, thumbnailPath, path.join(outDir, page.thumbnailFile), 'image/webp');
  const request: Partial<RecordPageRequest> = {
    documentId: document.id,
    jobId,
    pageNumber,
    imagePath,
    thumbnailPath,
    contentHash: hash,
    tileFormat: format,
    width,
    height,
    dpi,
    madeBy,
    preview,
    // what the page says comes with the page itself
    ...(!preview && {
      metadata: toMetadata(metadata, text, 'pdf', document),
      words: toWords(words),
      analyzed: saysEnough(text),
    }),
  };
  await peers.documents.recordPage(request, await peers.asSelf());
  return prefix;
}

/** An attempt that died between files and record has stored the same picture under the same hash. */
async function putOnce(blobs: BlobStore, key: string, file: string, contentType: string): Promise<void> {
  try {
    await blobs.putFile(key, file, { contentType });
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
  }
}
