/** What the kinds of jobs do with a document. Each works page by page, so that another attempt continues. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BlobError, type BlobStore, type Logger, type Metrics } from '@symbio/kit';
import type { Document, PageMetadata, RecordPageRequest } from '@symbio/proto/document';
import { pagePrefix } from '../keys.js';
import type { ReadyPage } from '../pipeline/messages.js';
import type { Guess, PageMetadata as SeenMetadata } from '../pipeline/page-metadata.js';
import type { PipelineRunner } from '../pipeline/run-pipeline.js';
import type { PageReader, PictureSize } from '../reading/page-reader.js';
import type { AttemptReport } from './attempt-report.js';
import type { Peers } from './peers.js';

/** What a kind of job needs. */
export interface WorkTools {
  peers: Peers;
  blobs: BlobStore;
  runner: PipelineRunner;
  reader: PageReader;
  metrics: Metrics;
  log: Logger;
}

/** A document in hand. */
export interface WorkItem {
  document: Document;
  /** Numbers of pages that have their picture. */
  readyPages: readonly number[];
  report: AttemptReport;
  /** Aborted: stop at once. */
  signal: AbortSignal;
}

export type Work = (item: WorkItem, tools: WorkTools) => Promise<void>;

const TYPES = { jpg: 'image/tiff', png: 'application/zip' } as const;
/** A year or a scale that is less certain than this is worse than none. */
const CERTAIN = 0.4;

/** Pictures, text and metadata of all pages that have no picture yet, the first sheet first. */
export const makePages: Work = async ({ document, readyPages, report, signal }, tools) => {
  const { peers, blobs, runner, log } = tools;
  const outDir = await mkdtemp(path.join(tmpdir(), 'symbio-pages-'));
  const copy = await blobs.localCopy(document.filePath);
  let done = readyPages.length;
  let total = document.totalPages;
  if (done > 0) report.line(`${done} pages are ready from an earlier attempt`);
  try {
    const summary = await runner.run({
      file: copy.path,
      outDir,
      category: document.category,
      skip: readyPages,
      signal,
      onOpened: async (pageCount) => {
        total = pageCount;
        await announce(document, pageCount, report, peers);
      },
      onPage: async (page) => {
        if (page.status === 'ready') {
          await storePage(page, document, outDir, tools);
          report.line(
            `Page ${page.pageNumber}: ${page.width} x ${page.height} pixels, ${page.dpi} dpi, ${page.madeBy}`,
          );
        } else {
          const { pageNumber, message: error } = page;
          await peers.documents.recordPage({ documentId: document.id, pageNumber, error }, await peers.asSelf());
          report.line(`Page ${pageNumber} failed: ${error}`);
        }
        tools.metrics.pagesMade.inc({ how: page.status === 'ready' ? page.madeBy : 'failed' });
        done++;
        await report.progress(done, total);
      },
      onLog: (message, detail) => log.debug(detail, message),
    });
    report.line(`${summary.made} pages made, ${summary.skipped} kept, ${summary.failed.length} failed`);
  } finally {
    await copy.release();
    await rm(outDir, { recursive: true, force: true });
  }
};

/** Everything: pages, and what the document is when nobody has said it yet (DOC-28). */
export const processWhole: Work = async (item, tools) => {
  await makePages(item, tools);
  if (!item.document.classification) await classify(item, tools);
};

/** A record of each page with its size and its text. */
export const makeRecords: Work = (item, tools) => readPages(item, tools, false);

/** Text, year, type and scale of each page. */
export const analyzePages: Work = (item, tools) => readPages(item, tools, true);

export const classify: Work = async ({ document, report, signal }, { peers }) => {
  const { document: classified } = await peers.documents.classifyDocument(
    { id: document.id },
    await peers.asSelf(signal),
  );
  const percent = Math.round((classified?.classification?.confidence ?? 0) * 100);
  report.line(`Classified as ${classified?.classification?.suggestedCategory} (${percent} %)`);
};

async function announce(document: Document, pageCount: number, report: AttemptReport, peers: Peers): Promise<void> {
  await peers.documents.recordPageCount({ documentId: document.id, totalPages: pageCount }, await peers.asSelf());
  report.line(`The document has ${pageCount} ${pageCount === 1 ? 'page' : 'pages'}`);
}

/** The page's files, then its record: a record never points to what is not there. */
async function storePage(
  page: ReadyPage,
  document: Document,
  outDir: string,
  { peers, blobs }: WorkTools,
): Promise<void> {
  const { pageNumber, format, hash, width, height, dpi, text, words, metadata } = page;
  const prefix = pagePrefix(document.projectId, document.id, pageNumber, hash);
  const imagePath = `${prefix}/${path.basename(page.pyramidFile)}`;
  const thumbnailPath = `${prefix}/${path.basename(page.thumbnailFile)}`;
  await putOnce(blobs, imagePath, path.join(outDir, page.pyramidFile), TYPES[format]);
  await putOnce(blobs, thumbnailPath, path.join(outDir, page.thumbnailFile), 'image/webp');
  const request: Partial<RecordPageRequest> = {
    documentId: document.id,
    pageNumber,
    imagePath,
    thumbnailPath,
    contentHash: hash,
    tileFormat: format,
    width,
    height,
    dpi,
    metadata: toMetadata(metadata, text),
    words,
    analyzed: true,
  };
  await peers.documents.recordPage(request, await peers.asSelf());
}

/** An attempt that died between files and record has stored the same picture under the same hash. */
async function putOnce(blobs: BlobStore, key: string, file: string, contentType: string): Promise<void> {
  try {
    await blobs.putFile(key, file, { contentType });
  } catch (error) {
    if (!(error instanceof BlobError) || error.code !== 'exists') throw error;
  }
}

async function readPages({ document, report, signal }: WorkItem, tools: WorkTools, analyzed: boolean): Promise<void> {
  const { peers, blobs, reader } = tools;
  const pictures = await picturesOf(document.id, peers);
  const copy = await blobs.localCopy(document.filePath);
  let done = 0;
  let total = document.totalPages;
  try {
    const { totalPages, unreadable } = await reader.read({
      file: copy.path,
      category: document.category,
      pictures,
      signal,
      onOpened: async (pageCount) => {
        total = pageCount;
        await announce(document, pageCount, report, peers);
      },
      onPage: async ({ pageNumber, width, height, dpi, text, words, metadata }) => {
        const request = { documentId: document.id, pageNumber, width, height, dpi, words, analyzed };
        await peers.documents.recordPage({ ...request, metadata: toMetadata(metadata, text) }, await peers.asSelf());
        done++;
        await report.progress(done, total);
      },
    });
    report.line(`${totalPages - unreadable.length} of ${totalPages} pages read`);
    if (unreadable.length > 0) report.line(`Could not be read: ${unreadable.join(', ')}`);
  } finally {
    await copy.release();
  }
}

async function picturesOf(documentId: string, peers: Peers): Promise<Record<number, PictureSize>> {
  const { pages } = await peers.documents.listPages({ documentId }, await peers.asSelf());
  const ready = pages.filter(({ status }) => status === 'ready');
  return Object.fromEntries(ready.map(({ pageNumber, width, height, dpi }) => [pageNumber, { width, height, dpi }]));
}

function toMetadata({ pageType, year, mapScale }: SeenMetadata, text: string): PageMetadata {
  return {
    pageType: pageType.value,
    extractedText: text || undefined,
    year: certain(year),
    mapScale: certain(mapScale),
  };
}

const certain = <T>(guess: Guess<T> | undefined): T | undefined =>
  guess && guess.confidence >= CERTAIN ? guess.value : undefined;
