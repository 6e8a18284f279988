/** Text, year, type and scale of pages: from the PDF where it has text, read off the picture where it has none. */
import { AppError, type BlobStore } from '@symbio/kit';
import type { OcrSource } from '@symbio/page-engine/lettering';
import { readPageMetadata, saysEnough, type PagePicture, type ReadPage } from '@symbio/page-engine/reading';
import type { Page } from '@symbio/proto/document';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { pagesOf, picturesOf, readingOf } from './page-words.js';
import { GaveWay, StoppedByUser } from './attempt-report.js';
import { announce, classify, count, type Work, type WorkItem, type WorkTools } from './work.js';
import { redrawPages } from './page-pictures.js';

/**
 * Text, year, type and scale of each page that was not looked at yet, each recorded as it is found. A document that
 * was classified when its pictures said nothing, and not surely, is classified once more by what was read off them.
 */
export const analyzePages: Work = async (item, tools) => {
  const analysis = new Analysis(item, tools);
  try {
    await analysis.run().catch(async (error: unknown) => {
      // the attempt that goes on does not read these pages again
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

/** A document is classified by its first pages. */
const TELLING_PAGES = 3;

type BlobCopy = Awaited<ReturnType<BlobStore['localCopy']>>;

class Analysis {
  private done: number;
  private total: number;
  private failed = 0;
  /** Pages whose own text is not enough, with what there is of it. */
  private readonly silent: ReadPage[] = [];
  /** Numbers of the pages whose words were read off their pictures. */
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
    // who waits for single pages is not told of the others
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

  /** What the PDF itself says: milliseconds a page, so all of it comes before the first picture is looked at. */
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
    for (const number of unreadable) this.silent.push(asSilent(pages.find(({ pageNumber }) => pageNumber === number)));
    this.silent.sort((a, b) => a.pageNumber - b.pageNumber);
    const silent = this.silent.length;
    if (silent === 1) report.line('1 page has no text: its picture is read');
    if (silent > 1) report.line(`${silent} pages have no text: their pictures are read`);
  }

  /**
   * Compares pictures that were taken over from the file's own bytes with the pages as they are drawn, and draws those
   * that show something else. Before pictures are read, so that the right ones are. Answers whether any was drawn.
   */
  private async audit(file: string, pages: readonly Page[]): Promise<boolean> {
    const { peers, blobs, reader } = this.tools;
    const { document, jobId, pageNumbers, report, signal } = this.item;
    const lifted = pages.filter(
      ({ unaudited, pageNumber }) => unaudited && (pageNumbers.length === 0 || pageNumbers.includes(pageNumber)),
    );
    if (lifted.length === 0) return false;
    const wrong: number[] = [];
    const copies: BlobCopy[] = [];
    const compare: Record<number, PagePicture> = {};
    try {
      for (const { pageNumber, imagePath, tileSource } of lifted) {
        const copy = await blobs.localCopy(imagePath);
        copies.push(copy);
        compare[pageNumber] = { file: copy.path, format: tileSource?.format === 'png' ? 'png' : 'jpg' };
      }
      await reader.read({
        file,
        category: document.category,
        only: lifted.map(({ pageNumber }) => pageNumber),
        compare,
        signal,
        onPage: async ({ pageNumber, sameAsDrawn }) => {
          if (!sameAsDrawn) return void wrong.push(pageNumber);
          const request = { documentId: document.id, jobId, pageNumber, audited: true };
          await peers.documents.recordPage(request, await peers.asSelf());
        },
      });
    } finally {
      for (const copy of copies) await copy.release();
    }
    if (wrong.length === 0) return false;
    wrong.sort((a, b) => a - b);
    report.line(`Not what their page shows, drawn anew: the pictures of ${wrong.join(', ')}`);
    const wrongPages = lifted.filter(({ pageNumber }) => wrong.includes(pageNumber));
    await redrawPages(this.item, wrongPages, this.tools);
    return true;
  }

  private async readPictures(file: string, pages: readonly Page[]): Promise<void> {
    const { blobs, ocr, log } = this.tools;
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
        const picture = stored && (await blobs.localCopy(stored.imagePath));
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

  /** What there is counts: the page is not tried again by itself. */
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

/** A page whose text PDFium refuses: its picture, when there is one, may still be looked at. */
function asSilent(page: Page | undefined): ReadPage {
  const { pageNumber = 0, width = 0, height = 0, dpi = 0 } = page ?? {};
  const size = { width, height, dpi };
  const metadata = { pageType: { value: 'other' as const, confidence: 0 } };
  return { ...size, pageNumber, widthPt: 0, heightPt: 0, pictureShare: 1, text: '', words: [], metadata };
}
