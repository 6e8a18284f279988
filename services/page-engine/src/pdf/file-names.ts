/**
 * What a PDF calls itself and its pages outside of the pages: outline, page labels, properties. Its dates are not read:
 * the day a scan was made says nothing about when its sheet was. Plain functions.
 */

/** An entry of the outline: a title and the page (from 0) it leads to, in the outline's order. */
export interface Bookmark {
  title: string;
  page: number;
  /** 0 for those at the top. */
  depth: number;
}

/** What a file says outside of its pages that may name one of them. */
export interface DocumentNames {
  bookmarks: Bookmark[];
  /** Of the pages (from 0); empty for one without. */
  labels: string[];
  /** From the properties of the file; empty without. */
  title: string;
  subject: string;
}

/** What the file itself says of one of its pages; what it does not say is left out. */
export interface FileNames {
  /** Title of the bookmark that leads to this page. */
  bookmark?: string;
  /** Titles of the bookmarks whose part of the document the page is in, the innermost first. */
  sections?: string[];
  /** As viewers show it instead of the number. */
  label?: string;
  /** A label that is a number and not the page's own: somebody has numbered the pages as their sheets are. */
  labelNumber?: string;
  /** From the properties of the file. */
  title?: string;
  subject?: string;
}

/** A name longer than this is a text. */
export const LONGEST_NAME = 200;

/** One line without signs that nobody sees; empty when nothing is left. */
export const asName = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .trim();

/** What programs write as a title by themselves: the name of a file of theirs, or of themselves. */
const NO_TITLE = /^(?:untitled|microsoft \w+ - .*|.*\.(?:docx?|xlsx?|pptx?|indd|tiff?|jpe?g|png|pdf)|\W*)$/i;
/** What viewers show of a page without a label. */
const NUMBER = /^\W*(?:\d+|[ivxlcdm]+|[a-z])\W*$/i;

/** Names of a page (from 0) out of those of its document. */
export function namesOfPage(
  page: number,
  bookmarks: readonly Bookmark[],
  { label = '', title = '', subject = '' }: { label?: string; title?: string; subject?: string },
): FileNames {
  const own = bookmarks.filter((bookmark) => bookmark.page === page);
  // a chapter and its first page often lead to one place: the innermost one is the page's
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

/**
 * A bookmark's part ends where the next one of its depth or above begins. Only in an outline that runs through the
 * document from front to back: any other is an index.
 */
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

/** What a page is called, and how sure that is. */
export interface PageTitle {
  value: string;
  source: 'bookmark' | 'page_label';
  /** 0 to 1. */
  confidence: number;
}

/** A bookmark was written for this page by somebody; a label may be a number of a program's own making. */
const TITLE_CONFIDENCE = { bookmark: 0.9, page_label: 0.6 } as const;

/** The title of a page; undefined when the file gives it none of its own. */
export function pageTitleOf({ bookmark, label }: FileNames): PageTitle | undefined {
  if (bookmark) return { value: bookmark, source: 'bookmark', confidence: TITLE_CONFIDENCE.bookmark };
  if (label) return { value: label, source: 'page_label', confidence: TITLE_CONFIDENCE.page_label };
  return undefined;
}
