/** Analyzes pages for text, year, type and scale: from the PDF's text where it has some, else by recognition. */
import { AppError } from '@symbio/runtime';
import { BlobError, type LocalCopy } from '@symbio/blobs';
import type { OcrSource } from '@symbio/page-engine/lettering';
import { PipelineFailure, type FailureReason } from '@symbio/page-engine/pipeline';
import {
  joinTexts,
  noText,
  readPageMetadata,
  type JoinedText,
  type PagePicture,
  type ReadPage,
  type TextSource,
} from '@symbio/page-engine/reading';
import type { Page } from '@symbio/proto/document';
import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { isSameSize, resizedBoxes } from '../picture-size.js';
import { pagesOf, picturesOf, readingOf } from './page-words.js';
import { reportPageCount, count, type Work, type WorkItem, type WorkTools } from './work.js';
import { redrawPages } from './page-pictures.js';

/** Records each page at once; skips recorded ones. */
export const analyzePages: Work = async (item, tools) => {
  try {
    const analysis = createAnalysis(item, tools);
    await analysis.run();
    await proposePlaces(item, analysis, tools);
  } catch (error) {
    if (!isSuperseded(error)) throw error;
    item.report.line('Stopped: another job works on this document now. What is left is done after it.');
  }
};

/** Of the sheets that name their streets; without one the analysis is still complete. */
async function proposePlaces(
  { document, report, signal }: WorkItem,
  analysis: ReturnType<typeof createAnalysis>,
  { peers, log }: WorkTools,
) {
  if (!analysis.hasRead()) return;
  try {
    const self = { ...(await peers.asSelf(signal)), limitMs: PLACES_LIMIT_MS };
    const { proposed, abstained } = await peers.documents.proposePlaces({ documentId: document.id }, self);
    if (proposed + abstained > 0)
      report.line(
        `Places on the map: proposed for ${count(proposed)}, not found with certainty for ${count(abstained)}`,
      );
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn({ err: error, document_id: document.id }, 'could not propose places of sheets');
    report.line('Places on the map could not be proposed. Propose them from a sheet.');
  }
}

/** Reading in pixels of another picture, converted to those of the present one. */
function resizedReading(page: ReadPage, { width, height, dpi }: Page): ReadPage {
  const to = { width, height };
  if (isSameSize(page, to) || page.width < 1 || page.height < 1) return { ...page, ...to, dpi };
  const resize = <T extends ReadPage['unread'][number]>(boxes: readonly T[]): T[] => resizedBoxes(boxes, page, to);
  const { words, doubtful, unread } = page;
  return { ...page, ...to, dpi, words: resize(words), doubtful: resize(doubtful), unread: resize(unread) };
}

const isSuperseded = (error: unknown): boolean => error instanceof AppError && error.reason === 'superseded';

/** A large volume has a hundred sheets. */
const PLACES_LIMIT_MS = 15 * 60_000;

/** A remote store copies each. */
const COMPARED_AT_ONCE = 8;

/** Not caused by the file: another attempt follows. */
const ENDING = new Set<FailureReason>(['aborted', 'storage']);

function createAnalysis(item: WorkItem, tools: WorkTools) {
  const { pageNumbers, analyzedPages, document, report } = item;
  const { peers } = tools;
  let done = pageNumbers.length > 0 ? 0 : analyzedPages.length;
  let total = pageNumbers.length || document.totalPages;
  let failed = 0;
  let hasRead = false;
  /** Whose text is not all in the file. */
  const pictured: ReadPage[] = [];

  /** Milliseconds per page: precedes all recognition. */
  async function readTexts(file: string, pages: readonly Page[]): Promise<void> {
    const chosen = pageNumbers.length > 0;
    const { unreadable } = await tools.reader.read({
      file,
      category: document.category,
      pictures: picturesOf(pages),
      ...(chosen ? { only: pageNumbers } : { skip: analyzedPages }),
      signal: item.signal,
      onOpened: async (pageCount) => {
        if (!chosen) total = pageCount;
        await reportPageCount(document, pageCount, done, report, peers);
      },
      onPage: async (page) => {
        if (page.unread.length === 0) await record(page, 'pdf');
        else pictured.push(page);
      },
    });
    for (const pageNumber of unreadable)
      pictured.push(
        asTextless(
          pageNumber,
          pages.find((page) => page.pageNumber === pageNumber),
        ),
      );
    pictured.sort((a, b) => a.pageNumber - b.pageNumber);
    reportPictured(pictured, report);
  }

  /**
   * Compares lifted pictures with rendered pages and renders the differing ones again.
   * @returns whether any was
   */
  async function audit(file: string, pages: readonly Page[]): Promise<boolean> {
    const lifted = pages.filter(
      ({ unaudited, pageNumber }) => unaudited && (pageNumbers.length === 0 || pageNumbers.includes(pageNumber)),
    );
    const different: Page[] = [];
    for (let at = 0; at < lifted.length; at += COMPARED_AT_ONCE) {
      const group = lifted.slice(at, at + COMPARED_AT_ONCE);
      await tolerateFailure('pictures could not be compared with their pages', () =>
        compare(file, group, (page) => different.push(page)),
      );
    }
    if (different.length === 0) return false;
    different.sort((a, b) => a.pageNumber - b.pageNumber);
    const numbers = different.map(({ pageNumber }) => pageNumber).join(', ');
    report.line(`Rendered again, as they differed from their pages: the pictures of ${numbers}`);
    await tolerateFailure('pictures could not be rendered again', () => redrawPages(item, different, tools));
    return true;
  }

  /** Missing, or different from its page. */
  async function compare(file: string, pages: readonly Page[], onDifferent: (page: Page) => void): Promise<void> {
    const copies: LocalCopy[] = [];
    const compare: Record<number, PagePicture> = {};
    try {
      for (const page of pages) {
        const copy = await copyOf(page);
        if (!copy) {
          onDifferent(page);
          continue;
        }
        copies.push(copy);
        compare[page.pageNumber] = { file: copy.path, format: page.tileSource?.format === 'png' ? 'png' : 'jpg' };
      }
      const there = pages.filter(({ pageNumber }) => compare[pageNumber]);
      if (there.length === 0) return;
      await tools.reader.read({
        file,
        category: document.category,
        only: there.map(({ pageNumber }) => pageNumber),
        compare,
        signal: item.signal,
        onPage: async ({ pageNumber, matchesRendering }) => {
          if (!matchesRendering) return there.filter((page) => page.pageNumber === pageNumber).forEach(onDifferent);
          const request = { documentId: document.id, jobId: item.jobId, pageNumber, audited: true };
          await peers.documents.recordPage(request, await peers.asSelf());
        },
      });
    } finally {
      for (const copy of copies) await copy.release();
    }
  }

  /** The document is still readable. */
  async function tolerateFailure(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof PipelineFailure) || ENDING.has(error.reason)) throw error;
      tools.log.warn({ err: error, detail: error.detail, document_id: document.id }, what);
      report.line(`Not changed, as ${what}: ${error.message}`);
    }
  }

  /** Undefined if missing. */
  async function copyOf({ imagePath }: Page): Promise<LocalCopy | undefined> {
    try {
      return await tools.blobs.localCopy(imagePath);
    } catch (error) {
      if (error instanceof BlobError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async function readPictures(file: string, pages: readonly Page[]): Promise<void> {
    const { ocr, log } = tools;
    const session = ocr.open();
    const notices = new Set<string>();
    try {
      for (const [index, page] of pictured.entries()) {
        if (index > 0) {
          report.throwIfStopped();
          report.throwIfPreempted();
        }
        const stored = pages.find(
          (one) => one.pageNumber === page.pageNumber && one.status === 'ready' && !one.preview,
        );
        // rendering again may have changed its size
        const current = stored ? resizedReading(page, stored) : page;
        const { pageNumber, width, height } = current;
        if (width < 1 || height < 1) {
          await giveUp(page, 'it can be neither drawn nor read');
          continue;
        }
        const picture = stored && (await copyOf(stored));
        const format = stored?.tileSource?.format === 'png' ? 'png' : 'jpg';
        const wanted = { width, height, areas: current.unread };
        const source: OcrSource = picture
          ? { kind: 'pyramid', file: picture.path, format, ...wanted }
          : { kind: 'pdf', file, pageNumber, ...wanted };
        report.line(`Page ${pageNumber}: reading its text`);
        report.reading(done, total, 0);
        let outcome: Awaited<ReturnType<typeof session.read>>;
        try {
          outcome = await session.read(source, item.signal, (share) => report.reading(done, total, share));
        } finally {
          await picture?.release();
        }
        if (outcome.kind === 'unreadable') {
          log.warn({ document_id: document.id, page: pageNumber, detail: outcome.detail }, 'could not read a page');
          await giveUp(page, 'its picture could not be read');
          continue;
        }
        const { text, engine, millis, notice } = outcome;
        if (notice && !notices.has(notice)) report.line(notice);
        if (notice) notices.add(notice);
        report.line(`Page ${pageNumber}: ${text.words.length} words in ${(millis / 1_000).toFixed(1)} s (${engine})`);
        await recordJoined(current, joinTexts(current, text));
      }
    } finally {
      await session.close();
    }
  }

  async function recordJoined(page: ReadPage, { text, words, source }: JoinedText): Promise<void> {
    const { width, height, dpi, pictureShare } = page;
    const { names } = page.metadata;
    const size = { width, height, dpi, pictureShare };
    const evidence = { text, words, ...size, category: document.category, ...(names && { names }) };
    await record({ ...page, text, words, metadata: readPageMetadata(evidence) }, source);
  }

  /** Without automatic retry. */
  async function giveUp(page: ReadPage, why: string): Promise<void> {
    failed++;
    report.line(`Page ${page.pageNumber}: ${why}`);
    await record(page, 'pdf');
  }

  async function record(page: ReadPage, source: TextSource): Promise<void> {
    const reading = readingOf(page, source, item);
    await peers.documents.recordPage({ ...reading, analyzed: true }, await peers.asSelf());
    done++;
    hasRead = true;
    await report.progress(done, total);
  }

  return {
    hasRead: (): boolean => hasRead,

    async run(): Promise<void> {
      const copy = await tools.blobs.localCopy(document.filePath);
      const skipped = done;
      if (skipped > 0) report.line(`${count(skipped)} ${skipped === 1 ? 'was' : 'were'} read before`);
      // single pages do not report the others
      if (pageNumbers.length === 0)
        report.beginReading(item.readyPages.length, sheetKindOf(document.category) ? 'sheet' : 'page');
      try {
        const pages = await pagesOf(document.id, peers);
        await readTexts(copy.path, pages);
        const redrawn = await audit(copy.path, pages);
        await readPictures(copy.path, redrawn ? await pagesOf(document.id, peers) : pages);
      } finally {
        await copy.release();
      }
      const read = done - skipped - failed;
      report.line(`${count(read)} read, ${skipped} kept, ${failed} failed`);
      report.result({ pagesProcessed: read, pagesSkipped: skipped, pagesFailed: failed });
    },
  };
}

function reportPictured(pages: readonly ReadPage[], report: WorkItem['report']): void {
  const silent = pages.filter(({ words }) => words.length === 0).length;
  const partly = pages.length - silent;
  if (silent === 1) report.line('1 page has no text: its picture is read');
  if (silent > 1) report.line(`${silent} pages have no text: their pictures are read`);
  if (partly === 1) report.line('1 page has text beside pictures without text: they are read');
  if (partly > 1) report.line(`${partly} pages have text beside pictures without text: they are read`);
}

/** Recognition may still work if PDFium cannot read the text. */
function asTextless(pageNumber: number, page: Page | undefined): ReadPage {
  const { width = 0, height = 0, dpi = 0 } = page ?? {};
  const size = { width, height, dpi };
  const metadata = { pageType: { value: 'other' as const, confidence: 0 } };
  return { ...size, pageNumber, widthPt: 0, heightPt: 0, pictureShare: 1, ...noText(size), metadata };
}
