import { overviewTiles, preload } from '@symbio/sheet/view/overview-tiles';
import type { Size } from '@symbio/sheet/geometry/shapes';
import type { DocumentPage } from '../../evidence/page-records.js';

/** Preloads the first view of pages into the browser's cache, to make switching instant (VIEW-15). */
export function preloadPages(pages: readonly DocumentPage[], view: Size): void {
  for (const page of pages) {
    if (page.thumbnail_url) preload(page.thumbnail_url);
    if (!page.tile_source) continue;
    for (const tile of overviewTiles(page.tile_source, view, window.devicePixelRatio)) preload(tile);
  }
}
