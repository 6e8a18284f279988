/** Outline, page labels and properties of a PDF. */

/** In outline order; the target page is 0-based. */
export interface Bookmark {
  title: string;
  page: number;
  /** 0 for top level. */
  depth: number;
}

export interface DocumentNames {
  bookmarks: Bookmark[];
  /** By page (from 0); empty if unlabelled. */
  labels: string[];
  /** From the properties; may be empty. */
  title: string;
  subject: string;
}

export interface FileNames {
  bookmark?: string;
  /** Titles of enclosing bookmarks, innermost first. */
  sections?: string[];
  /** Shown by viewers instead of the page number. */
  label?: string;
  /** Number other than the page's: pages numbered like their sheets. */
  labelNumber?: string;
  title?: string;
  subject?: string;
}

/** Longer names are treated as text. */
export const LONGEST_NAME = 200;

/** One line without invisible characters; may be empty. */
export const asName = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();

const NO_TITLE = /^(?:untitled|microsoft \w+ - .*|.*\.(?:docx?|xlsx?|pptx?|indd|tiff?|jpe?g|png|pdf)|\W*)$/i;
/** Generated labels. */
const NUMBER = /^\W*(?:\d+|[ivxlcdm]+|[a-z])\W*$/i;

export function namesOfPage(
  page: number,
  bookmarks: readonly Bookmark[],
  { label = '', title = '', subject = '' }: { label?: string; title?: string; subject?: string },
): FileNames {
  const own = bookmarks.filter((bookmark) => bookmark.page === page);
  // chapter and first page often share a target: the innermost names the page
  const bookmark = own.reduce<Bookmark | undefined>(
    (best, one) => (best && best.depth >= one.depth ? best : one),
    undefined,
  );
  const sections = sectionsOf(page, bookmarks).filter((section) => section !== bookmark?.title);
  return {
    ...(bookmark && { bookmark: bookmark.title }),
    ...(sections.length > 0 && { sections }),
    ...(label !== '' && !NUMBER.test(label) && { label }),
    ...(/^\d{1,4}$/.test(label) && Number(label) !== page + 1 && { labelNumber: String(Number(label)) }),
    ...(title !== '' && !NO_TITLE.test(title) && { title }),
    ...(subject !== '' && { subject }),
  };
}

/** A section ends where the next of its depth or above begins. */
function sectionsOf(page: number, bookmarks: readonly Bookmark[]): string[] {
  const open: Bookmark[] = [];
  let last = 0;
  for (const bookmark of bookmarks) {
    if (bookmark.page < last) return [];
    last = bookmark.page;
    if (bookmark.page > page) continue;
    while ((open.at(-1)?.depth ?? -1) >= bookmark.depth) open.pop();
    open.push(bookmark);
  }
  return open.map(({ title }) => title).reverse();
}

export interface PageTitle {
  value: string;
  source: 'bookmark' | 'page_label';
  /** 0 to 1. */
  confidence: number;
}

/** People write bookmarks; labels may be generated. */
const TITLE_CONFIDENCE = { bookmark: 0.9, page_label: 0.6 } as const;

/** Undefined if the file has none. */
export function pageTitleOf({ bookmark, label }: FileNames): PageTitle | undefined {
  if (bookmark) return { value: bookmark, source: 'bookmark', confidence: TITLE_CONFIDENCE.bookmark };
  if (label) return { value: label, source: 'page_label', confidence: TITLE_CONFIDENCE.page_label };
  return undefined;
}
