import { splitPackage, type PackagePage } from '@symbio/splitter';
import { PdfiumError } from '../pdf/page.js';
import { startPdfium } from '../pdf/pdfium.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { splittingFailures } from './failures.js';
import type { KnownPage, Proposal, SplittingTask, TakenRanges } from './messages.js';
import { takePages } from './take-pages.js';

/** Enough for type sizes. */
const DPI = 144;

export const split = (task: SplittingTask): Promise<Proposal | TakenRanges> =>
  task.kind === 'propose' ? propose(task) : takePages(task);

async function propose({ file, known, maxPages }: SplittingTask & { kind: 'propose' }): Promise<Proposal> {
  const document = await opened(file);
  const { pageCount } = document;
  if (pageCount > maxPages) throw splittingFailures.tooManyPages(pageCount, maxPages);
  const names = document.documentNames();
  const before = new Map(known.map((page) => [page.pageNumber, page]));
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const label = names?.labels[index];
    return { ...pageOf(document, index, before.get(index + 1)), ...(label ? { label } : {}) };
  });
  const outline = (names?.bookmarks ?? []).map(({ title, page, depth }) => ({
    title,
    page: page + 1,
    level: depth + 1,
  }));
  return { pageCount, ...splitPackage({ pages, outline }) };
}

async function opened(file: string): Promise<PdfiumDocument> {
  const pdfium = await startPdfium();
  try {
    return pdfium.open(file);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    throw error.kind === 'encrypted' ? splittingFailures.protected() : splittingFailures.damaged(error.message);
  }
}

/** A page that PDFium cannot load counts as empty. */
function pageOf(document: PdfiumDocument, index: number, known: KnownPage | undefined): PackagePage {
  const more = {
    ...(known?.kind ? { kind: known.kind } : {}),
    ...(known?.year === undefined ? {} : { year: known.year }),
  };
  try {
    return document.keeping(index, () => {
      const { widthPt, heightPt, pictureShare, dpi } = document.outline(index);
      const [width, height] = [widthPt, heightPt].map((points) => Math.max(1, Math.round((points * DPI) / 72))) as [
        number,
        number,
      ];
      const fonts = document.fonts(index);
      const { words } = document.text(index, width, height);
      if (words.length === 0 && known?.seen) return { ...known.seen, fonts: [], pictureShare, ...more };
      const isPicture = words.length === 0 && pictureShare > 0;
      // scans of different documents differ in resolution
      const scale = isPicture ? dpi / DPI : 1;
      const size = { width: width * scale, height: height * scale, dpi: DPI * scale };
      return { ...size, words, fonts: words.length === 0 ? [] : fonts, pictureShare, ...more };
    });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    return { width: 1, height: 1, dpi: DPI, words: [], fonts: [], pictureShare: 0, ...more };
  }
}
