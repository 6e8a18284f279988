import type { Sheet } from '../../viewer/sheet-slot.js';
import type { DocumentPage, PageType } from '../../viewer/page-records.js';

/** The page type that a document of a map category lists (VIEW-13, OP-42). */
const OWN_PAGE_TYPE: Record<string, PageType> = {
  sanborn_maps: 'sanborn_map',
  topographic_maps: 'topographic_map',
  aerial_imagery: 'aerial_photo',
};

/** Pages whose pictures are loaded ahead (VIEW-15, CONST-13). */
export const PRELOADED_PAGES = 10;

/** The label of a page in the list (VIEW-09 to VIEW-12). */
export function pageLabel(page: Pick<DocumentPage, 'page_number' | 'metadata'>): string {
  const year = page.metadata?.year;
  const hasYear = year !== undefined && year !== null && year !== '';
  switch (page.metadata?.page_type) {
    case 'sanborn_map':
      return hasYear ? `Year ${year}` : `Sanborn Map (Page ${page.page_number})`;
    case 'topographic_map':
      return `Topographic Map (Page ${page.page_number})`;
    case 'aerial_photo':
      return hasYear ? `Aerial ${year}` : `Aerial Photo (Page ${page.page_number})`;
    default:
      return `Page ${page.page_number}`;
  }
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
  const own = OWN_PAGE_TYPE[options.category];
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
