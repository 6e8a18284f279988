import { pageLabel as labelOf, sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { Sheet, DocumentPage } from './page-records.js';

/** Pages whose pictures are loaded ahead (VIEW-15, CONST-13). */
export const PRELOADED_PAGES = 10;

/** The label of a page in the list (VIEW-09 to VIEW-12). */
export const pageLabel = ({ page_number, metadata }: Pick<DocumentPage, 'page_number' | 'metadata'>): string =>
  labelOf({ number: page_number, kind: metadata?.page_type, year: metadata?.year });

/**
 * The second line of a page in lists: the number of the sheet, and of the page where the label does not say it. All sheets
 * of an edition share a label.
 */
export function pageSubtitle(page: Pick<DocumentPage, 'page_number' | 'metadata' | 'title_block'>): string {
  const sheet = page.title_block?.sheet_number?.value;
  const number = `Page ${page.page_number}`;
  const label = pageLabel(page);
  const isSaid = label === number || label.endsWith(`(${number})`);
  return [sheet ? `Sheet ${sheet}` : '', isSaid ? '' : number].filter((part) => part !== '').join(' · ');
}

/**
 * The pages to list: those of the document's own kind, or all of them (VIEW-13, OP-42). While the document is being
 * processed, pages that nobody has looked at yet belong to it too: a sheet appears as soon as it can be seen.
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

/** The page an address asks for, by number or by id; null when it names none. */
export function pageOfAddress(pages: readonly DocumentPage[], asked: string | null): DocumentPage | null {
  if (!asked) return null;
  return pages.find((page) => page.id === asked || String(page.page_number) === asked) ?? null;
}

/** What the viewer opens for a page; null while there is no picture. */
export function sheetOf(page: DocumentPage): Sheet | null {
  const { tile_source: tileSource } = page;
  if (page.status !== 'ready' || !tileSource) return null;
  const size = { width: Number(tileSource.Image.Size.Width), height: Number(tileSource.Image.Size.Height) };
  // a page that is made in full after its preview, or made anew, is the same sheet: the view stays where it is
  return { key: `${page.id} ${size.width}x${size.height}`, tileSource, size };
}

/** What stands in the list under a page without picture (VIEW-17). */
export function missingImageText(isProcessing: boolean): string {
  return isProcessing ? 'Processing...' : 'No image';
}
