/** Analyzes pages for text, year, type and scale: from the PDF's text if present, else by recognition. */
import { AppError } from '@symbio/runtime';
import { BlobError, type LocalCopy } from '@symbio/blobs';
import type { OcrSource } from '@symbio/page-engine/lettering';
import { PipelineFailure, type FailureReason } from '@symbio/page-engine/pipeline';
import { readPageMetadata, saysEnough, type PagePicture, type ReadPage } from '@symbio/page-engine/reading';
import type { Page } from '@symbio/proto/document';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { pagesOf, picturesOf, readingOf } from './page-words.js';
import { GaveWay, StoppedByUser } from './attempt-report.js';
import { announce, classify, count, type Work, type WorkItem, type WorkTools } from './work.js';
import { redrawPages } from './page-pictures.js';

/**
 * Records each page as soon as it is analyzed; skips analyzed ones. Classifies the document again if its first
 * classification was uncertain and new text is available.
 */
export const analyzePages: Work = async (item, tools) => {
  const analysis = new Analysis(item, tools);
  try {
    await analysis.run().catch(async (error: unknown) => {
      // record the page, so that the next attempt skips it
      if (error instanceof GaveWay || error instanceof StoppedByUser) await classifyAgain(item, analysis, tools);
      throw error;
    });
    await classifyAgain(item, analysis, tools);
  } catch (error) {
    if (!isSuperseded(error)) throw error;
    item.report.line('Stopped: another job works on this document now. What is left is done after it.');
  }
};

async function classifyAgain(item: WorkItem, { readOff }: Analysis, tools: WorkTools): Promise<void> {
  if (item.document.classification?.needsReview && readOff.some((page) => page <= TELLING_PAGES))
    await classify(item, tools);
}

const isSuperseded = (error: unknown): boolean => error instanceof AppError && error.reason === 'superseded';

const TELLING_PAGES = 3;

/** Pictures compared per batch: a remote store copies each. */
const COMPARED_AT_ONCE = 8;

/** Failures not caused by the file: they end the attempt, and another follows. */
const ENDING = new Set<FailureReason>(['aborted', 'storage']);

class Analysis {
  private done: number;
  private total: number;
  private failed = 0;
  /** Pages without enough text, with the text they have. */
  private readonly silent: ReadPage[] = [];
  readonly readOff: number[] = [];

  constructor(
    private readonly item: WorkItem,
    private readonly tools: WorkTools,
  ) {
    const { pageNumbers, analyzedPages, document } = item;
    this.done = pageNumbers.length > 0 ? 0 : analyzedPages.length;
    this.total = pageNumbers.length || document.totalPages;
  }

  async run(): Promise<void> {
    const { document, report } = this.item;
    const copy = await this.tools.blobs.localCopy(document.filePath);
    const skipped = this.done;
    if (skipped > 0) report.line(`${count(skipped)} ${skipped === 1 ? 'was' : 'were'} read before`);
    // a request for single pages does not report the others
    if (this.item.pageNumbers.length === 0)
      report.readsText(this.item.readyPages.length, sheetKindOf(document.category) ? 'sheet' : 'page');
    try {
      const pages = await pagesOf(document.id, this.tools.peers);
      await this.readTexts(copy.path, pages);
      const redrawn = await this.audit(copy.path, pages);
      await this.readPictures(copy.path, redrawn ? await pagesOf(document.id, this.tools.peers) : pages);
    } finally {
      await copy.release();
    }
    const read = this.done - skipped - this.failed;
    report.line(`${count(read)} read, ${skipped} kept, ${this.failed} failed`);
    report.result({ pagesProcessed: read, pagesSkipped: skipped, pagesFailed: this.failed });
  }

  /** Reads the PDF's text: milliseconds per page, so it precedes all recognition. */
  private async readTexts(file: string, pages: readonly Page[]): Promise<void> {
    const { document, analyzedPages, pageNumbers, report, signal } = this.item;
    const chosen = pageNumbers.length > 0;
    const { unreadable } = await this.tools.reader.read({
      file,
      category: document.category,
      pictures: picturesOf(pages),
      ...(chosen ? { only: pageNumbers } : { skip: analyzedPages }),
      signal,
      onOpened: async (pageCount) => {
        if (!chosen) this.total = pageCount;
        await announce(document, pageCount, this.done, report, this.tools.peers);
      },
      onPage: async (page) => {
        if (saysEnough(page.text)) await this.record(page, 'pdf');
        else this.silent.push(page);
      },
    });
    for (const pageNumber of unreadable)
      this.silent.push(
        asSilent(
          pageNumber,
          pages.find((page) => page.pageNumber === pageNumber),
        ),
      );
    this.silent.sort((a, b) => a.pageNumber - b.pageNumber);
    const silent = this.silent.length;
    if (silent === 1) report.line('1 page has no text: its picture is read');
    if (silent > 1) report.line(`${silent} pages have no text: their pictures are read`);
  }

  /**
   * Compares lifted pictures with rendered pages and renders the differing ones again, before recognition uses them.
   * Returns whether any was rendered.
   */
  private async audit(file: string, pages: readonly Page[]): Promise<boolean> {
    const { pageNumbers, report } = this.item;
    const lifted = pages.filter(
      ({ unaudited, pageNumber }) => unaudited && (pageNumbers.length === 0 || pageNumbers.includes(pageNumber)),
    );
    const wrong: Page[] = [];
    for (let at = 0; at < lifted.length; at += COMPARED_AT_ONCE) {
      const group = lifted.slice(at, at + COMPARED_AT_ONCE);
      await this.unlessImpossible('pictures could not be compared with their pages', () =>
        this.compare(file, group, (page) => wrong.push(page)),
      );
    }
    if (wrong.length === 0) return false;
    wrong.sort((a, b) => a.pageNumber - b.pageNumber);
    const numbers = wrong.map(({ pageNumber }) => pageNumber).join(', ');
    report.line(`Not what their page shows, drawn anew: the pictures of ${numbers}`);
    await this.unlessImpossible('pictures could not be drawn anew', () => redrawPages(this.item, wrong, this.tools));
    return true;
  }

  /** Yields pictures that are missing or differ from their page. */
  private async compare(file: string, pages: readonly Page[], isWrong: (page: Page) => void): Promise<void> {
    const { peers, reader } = this.tools;
    const { document, jobId, signal } = this.item;
    const copies: LocalCopy[] = [];
    const compare: Record<number, PagePicture> = {};
    try {
      for (const page of pages) {
        const copy = await this.copyOf(page);
        if (!copy) {
          isWrong(page);
          continue;
        }
        copies.push(copy);
        compare[page.pageNumber] = { file: copy.path, format: page.tileSource?.format === 'png' ? 'png' : 'jpg' };
      }
      const there = pages.filter(({ pageNumber }) => compare[pageNumber]);
      if (there.length === 0) return;
      await reader.read({
        file,
        category: document.category,
        only: there.map(({ pageNumber }) => pageNumber),
        compare,
        signal,
        onPage: async ({ pageNumber, sameAsDrawn }) => {
          if (!sameAsDrawn) return there.filter((page) => page.pageNumber === pageNumber).forEach(isWrong);
          const request = { documentId: document.id, jobId, pageNumber, audited: true };
          await peers.documents.recordPage(request, await peers.asSelf());
        },
      });
    } finally {
      for (const copy of copies) await copy.release();
    }
  }

  /** Ignores failures to compare or render: the document is still readable. */
  private async unlessImpossible(what: string, work: () => Promise<void>): Promise<void> {
    const { item, tools } = this;
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PipelineFailure) || ENDING.has(error.reason)) throw error;
      tools.log.warn({ err: error, detail: error.detail, document_id: item.document.id }, what);
      item.report.line(`Left as they are, as ${what}: ${error.message}`);
    }
  }

  /** Local file of a page's picture; undefined if missing. */
  private async copyOf({ imagePath }: Page): Promise<LocalCopy | undefined> {
    try {
      return await this.tools.blobs.localCopy(imagePath);
    } catch (error) {
      if (error instanceof BlobError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private async readPictures(file: string, pages: readonly Page[]): Promise<void> {
    const { ocr, log } = this.tools;
    const { document, report, signal } = this.item;
    const session = ocr.open();
    const notices = new Set<string>();
    try {
      for (const [index, page] of this.silent.entries()) {
        if (index > 0) {
          report.mayStop();
          report.mayGiveWay();
        }
        const { pageNumber, width, height, dpi, pictureShare } = page;
        if (width < 1 || height < 1) {
          await this.giveUp(page, 'it can be neither drawn nor read');
          continue;
        }
        const stored = pages.find((one) => one.pageNumber === pageNumber && one.status === 'ready' && !one.preview);
        const picture = stored && (await this.copyOf(stored));
        const format = stored?.tileSource?.format === 'png' ? 'png' : 'jpg';
        const source: OcrSource = picture
          ? { kind: 'pyramid', file: picture.path, format, width, height }
          : { kind: 'pdf', file, pageNumber, width, height };
        report.line(`Page ${pageNumber}: reading its text`);
        report.reading(this.done, this.total, 0);
        let outcome: Awaited<ReturnType<typeof session.read>>;
        try {
          outcome = await session.read(source, signal, (share) => report.reading(this.done, this.total, share));
        } finally {
          await picture?.release();
        }
        if (outcome.kind === 'unreadable') {
          log.warn({ document_id: document.id, page: pageNumber, detail: outcome.detail }, 'a page could not be read');
          await this.giveUp(page, 'its picture could not be read');
          continue;
        }
        const { text, engine, millis, notice } = outcome;
        if (notice && !notices.has(notice)) report.line(notice);
        if (notice) notices.add(notice);
        report.line(`Page ${pageNumber}: ${text.words.length} words in ${(millis / 1_000).toFixed(1)} s (${engine})`);
        if (text.words.length === 0) await this.record(page, 'pdf');
        else {
          const { names } = page.metadata;
          const size = { width, height, dpi };
          const evidence = { ...text, ...size, category: document.category, pictureShare, ...(names && { names }) };
          await this.record({ ...page, ...text, metadata: readPageMetadata(evidence) }, 'ocr');
          this.readOff.push(pageNumber);
        }
      }
    } finally {
      await session.close();
    }
  }

  /** Records the partial result; there is no automatic retry. */
  private async giveUp(page: ReadPage, why: string): Promise<void> {
    this.failed++;
    this.item.report.line(`Page ${page.pageNumber}: ${why}`);
    await this.record(page, 'pdf');
  }

  private async record(page: ReadPage, source: 'pdf' | 'ocr'): Promise<void> {
    const { peers } = this.tools;
    const reading = readingOf(page, source, this.item);
    await peers.documents.recordPage({ ...reading, analyzed: true }, await peers.asSelf());
    this.done++;
    await this.item.report.progress(this.done, this.total);
  }
}

/** A page whose text PDFium cannot read: recognition may still work. */
function asSilent(pageNumber: number, page: Page | undefined): ReadPage {
  const { width = 0, height = 0, dpi = 0 } = page ?? {};
  const size = { width, height, dpi };
  const metadata = { pageType: { value: 'other' as const, confidence: 0 } };
  return { ...size, pageNumber, widthPt: 0, heightPt: 0, pictureShare: 1, text: '', words: [], metadata };
}
