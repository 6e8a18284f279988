import { pageLabel as labelOf, sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { Sheet, DocumentPage } from './page-records.js';
import { PROCESSING_TEXT } from './queue-text.js';

/** VIEW-15, CONST-13 */
export const PRELOADED_PAGES = 10;

/** VIEW-09 to VIEW-12 */
export const pageLabel = ({ page_number, metadata }: Pick<DocumentPage, 'page_number' | 'metadata'>): string =>
  labelOf({ number: page_number, kind: metadata?.page_type, year: metadata?.year });

/** Sheet number, and page number if the label lacks it. Sheets of an edition share a label. */
export function pageSubtitle(page: Pick<DocumentPage, 'page_number' | 'metadata' | 'title_block'>): string {
  const sheet = page.title_block?.sheet_number?.value;
  const number = `Page ${page.page_number}`;
  const label = pageLabel(page);
  const isSaid = label === number || label.endsWith(`(${number})`);
  return [sheet ? `Sheet ${sheet}` : '', isSaid ? '' : number].filter((part) => part !== '').join(' · ');
}

/**
 * Of the document's own kind, or all (VIEW-13, OP-42). During processing, unclassified pages are included, so sheets
 * appear early.
 */
export function listedPages(
  pages: readonly DocumentPage[],
  options: { category: string; allPages: boolean; isProcessing: boolean },
): DocumentPage[] {
  if (options.allPages) return [...pages];
  const own = sheetKindOf(options.category);
  return pages.filter((page) => {
    const type = page.metadata?.page_type;
    return type ? type === own : options.isProcessing;
  });
}

/** By number or id; null if the URL requests none. */
export function pageOfAddress(pages: readonly DocumentPage[], asked: string | null): DocumentPage | null {
  if (!asked) return null;
  return pages.find((page) => page.id === asked || String(page.page_number) === asked) ?? null;
}

/** Null without a picture. */
export function sheetOf(page: DocumentPage): Sheet | null {
  const { tile_source: tileSource } = page;
  if (page.status !== 'ready' || !tileSource) return null;
  const size = { width: Number(tileSource.Image.Size.Width), height: Number(tileSource.Image.Size.Height) };
  // a full or reprocessed picture of the same size keeps the key, and thus the view
  return { key: `${page.id} ${size.width}x${size.height}`, tileSource, size };
}

/** VIEW-17 */
export function missingImageText(isProcessing: boolean): string {
  return isProcessing ? PROCESSING_TEXT : 'No image';
}
