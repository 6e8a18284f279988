import { KIND_RULES } from './kinds.js';
import type { PageSigns } from './page-signs.js';

/** Pages of text between a cover and its first sheet: legal notes, a list of the sheets. */
const MOST_NOTES = 3;
/** Share of a page that the picture of a scan covers. */
const WHOLE_PAGE = 0.95;

/**
 * Takes scans after a cover of maps or photographs as its sheets: a picture alone does not say what it shows. Lettering
 * of a map is often a text layer, which has neither header nor footer, nor a font of the document.
 */
export function withSheets(pages: readonly PageSigns[]): PageSigns[] {
  const signs = [...pages];
  pages.forEach(({ cover }, index) => {
    const sheet = KIND_RULES.find(({ kind }) => kind === cover?.kind)?.sheet;
    const from = sheet && firstScan(pages, index);
    if (from === undefined) return;
    const end = pages.findIndex((page, at) => at >= from && !isSheetBeside(page, pages[from] ?? page));
    for (const [offset, page] of pages.slice(from, end < 0 ? undefined : end).entries()) {
      const { number, numberOf, ...others } = page;
      const fonts = offset === 0 ? new Set<string>() : page.fonts;
      signs[from + offset] = { ...others, fonts, isScan: true, sheet: page.sheet ?? sheet, running: new Set() };
    }
  });
  return signs;
}

const isWholePicture = ({ pictureShare }: PageSigns): boolean => pictureShare > WHOLE_PAGE;

/** Undefined if another cover comes first, or a page says that no sheet exists. */
function firstScan(pages: readonly PageSigns[], cover: number): number | undefined {
  const after = pages.slice(cover + 1, cover + 2 + MOST_NOTES);
  const scan = after.findIndex(isWholePicture);
  return scan < 0 || after.slice(0, scan).some((page) => page.cover || page.saysNoCoverage)
    ? undefined
    : cover + 1 + scan;
}

/** Scans of another resolution, or with a text layer of another program, are another document. */
const isSheetBeside = (page: PageSigns, first: PageSigns): boolean =>
  isWholePicture(page) &&
  !page.cover &&
  page.dpi === first.dpi &&
  page.isScan === first.isScan &&
  (page.isScan || [...page.fonts].some((font) => first.fonts.has(font)));
