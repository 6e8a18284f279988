/** Work proceeds page by page, so another attempt can resume. */
import type { BlobStore } from '@symbio/blobs';
import type { Logger, Metrics } from '@symbio/runtime';
import type { OcrReader } from '@symbio/page-engine/lettering';
import type { PipelineRunner } from '@symbio/page-engine/pipeline';
import type { PageReader } from '@symbio/page-engine/reading';
import type { Document } from '@symbio/proto/document';
import type { AttemptReport } from './attempt-report.js';
import type { Peers } from './peers.js';

export interface WorkTools {
  peers: Peers;
  blobs: BlobStore;
  runner: PipelineRunner;
  reader: PageReader;
  ocr: OcrReader;
  metrics: Metrics;
  log: Logger;
}

export interface WorkItem {
  jobId: string;
  /** Of this attempt: after its first report those of earlier attempts are refused. */
  fencingToken: number;
  document: Document;
  readyPages: readonly number[];
  /** Pages that need no analysis. */
  analyzedPages: readonly number[];
  /** Pages to make and read again; empty: all. */
  pageNumbers: readonly number[];
  report: AttemptReport;
  signal: AbortSignal;
}

export type Work = (item: WorkItem, tools: WorkTools) => Promise<void>;

export const classify: Work = async ({ document, report, signal }, { peers }) => {
  const { document: classified } = await peers.documents.classifyDocument(
    { id: document.id },
    await peers.asSelf(signal),
  );
  const percent = Math.round((classified?.classification?.confidence ?? 0) * 100);
  report.line(`Classified as ${classified?.classification?.suggestedCategory} (${percent} %)`);
};

export const count = (pages: number): string => `${pages} ${pages === 1 ? 'page' : 'pages'}`;

/** @param kept pages of earlier attempts, one of which may have died before reporting its last page */
export async function reportPageCount(
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
