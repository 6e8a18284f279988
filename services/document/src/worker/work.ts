/** What the kinds of jobs do with a document, and with what. Each works page by page, so that another attempt continues. */
import type { BlobStore, Logger, Metrics } from '@symbio/kit';
import type { OcrReader } from '@symbio/page-engine/lettering';
import type { PipelineRunner } from '@symbio/page-engine/pipeline';
import type { PageReader } from '@symbio/page-engine/reading';
import type { Document } from '@symbio/proto/document';
import type { AttemptReport } from './attempt-report.js';
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

/** A document that an attempt works on. */
export interface WorkItem {
  jobId: string;
  /** Of this attempt alone: what comes from an earlier one is refused once this one has told of a page. */
  fencingToken: number;
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

/** What the document is, by its name, its first pages and a look at them. */
export const classify: Work = async ({ document, report, signal }, { peers }) => {
  const { document: classified } = await peers.documents.classifyDocument(
    { id: document.id },
    await peers.asSelf(signal),
  );
  const percent = Math.round((classified?.classification?.confidence ?? 0) * 100);
  report.line(`Classified as ${classified?.classification?.suggestedCategory} (${percent} %)`);
};

/** `1 page`, `2 pages`. */
export const count = (pages: number): string => `${pages} ${pages === 1 ? 'page' : 'pages'}`;

/**
 * Records how many pages there are, and tells how many of them are done already.
 * @param kept those of earlier attempts: one of them may have made the last page and never told of it
 */
export async function announce(
  document: Document,
  pageCount: number,
  kept: number,
  report: AttemptReport,
  peers: Peers,
): Promise<void> {
  await peers.documents.recordPageCount({ documentId: document.id, totalPages: pageCount }, await peers.asSelf());
  report.line(`The document has ${count(pageCount)}`);
  if (kept > 0) await report.progress(kept, pageCount);
}
