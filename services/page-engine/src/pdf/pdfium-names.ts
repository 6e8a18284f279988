/** Bounded: hostile outlines may be endless or cyclic. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { asName, LONGEST_NAME, type Bookmark, type DocumentNames } from './file-names.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** A volume of maps has a few hundred. */
const MOST_BOOKMARKS = 2_000;
const DEEPEST = 8;
/** UTF-16 with terminator; longer names are cut. */
const NAME_BYTES = (LONGEST_NAME * 4 + 1) * 2;

export interface NamesLimits {
  memoryBytes: number;
  /** CPU milliseconds: each entry may search a table of any length. */
  cpuMs: number;
}

/** Action types in fpdf_doc.h. */
const ACTION_GOTO = 1;

/** Empty if it does not fit. */
function readName(memory: PdfiumMemory, write: (pointer: number, bytes: number) => number): string {
  return memory.with(NAME_BYTES, (pointer) => {
    const bytes = write(pointer, NAME_BYTES);
    if (bytes <= 2 || bytes > NAME_BYTES) return '';
    return asName(Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 2)).toString('utf16le'));
  });
}

/** Throws on timeout; a hostile file may also crash the module. */
export function readDocumentNames(
  api: WrappedPdfiumModule,
  document: number,
  pages: number,
  memory: PdfiumMemory,
  cpuMs: number,
): DocumentNames {
  const before = process.cpuUsage();
  const checkTime = (): void => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > cpuMs * 1_000) throw new Error('the names of the pages take too long to read');
  };
  return {
    bookmarks: readBookmarks(api, document, memory, checkTime),
    labels: Array.from({ length: pages }, (_, page) => {
      checkTime();
      return readLabel(api, document, page, memory);
    }),
    title: readProperty(api, document, 'Title', memory),
    subject: readProperty(api, document, 'Subject', memory),
  };
}

/** Entries that lead to a page. `checkTime` throws on timeout. */
function readBookmarks(
  api: WrappedPdfiumModule,
  document: number,
  memory: PdfiumMemory,
  checkTime: () => void,
): Bookmark[] {
  const found: Bookmark[] = [];
  const seen = new Set<number>();
  const visit = (parent: number, depth: number): void => {
    let bookmark = api.FPDFBookmark_GetFirstChild(document, parent);
    // a repeated entry closes a cycle
    while (bookmark && !seen.has(bookmark) && seen.size < MOST_BOOKMARKS) {
      checkTime();
      const handle = bookmark;
      seen.add(handle);
      const title = readName(memory, (pointer, bytes) => api.FPDFBookmark_GetTitle(handle, pointer, bytes));
      const page = pageOf(api, document, handle);
      if (title !== '' && page >= 0) found.push({ title, page, depth });
      if (depth < DEEPEST) visit(handle, depth + 1);
      bookmark = api.FPDFBookmark_GetNextSibling(document, handle);
    }
  };
  visit(0, 0);
  return found;
}

/** 0-based; -1 outside of this document. */
function pageOf(api: WrappedPdfiumModule, document: number, bookmark: number): number {
  let destination = api.FPDFBookmark_GetDest(document, bookmark);
  if (!destination) {
    const action = api.FPDFBookmark_GetAction(bookmark);
    if (action && api.FPDFAction_GetType(action) === ACTION_GOTO)
      destination = api.FPDFAction_GetDest(document, action);
  }
  return destination ? api.FPDFDest_GetDestPageIndex(document, destination) : -1;
}

const readLabel = (api: WrappedPdfiumModule, document: number, page: number, memory: PdfiumMemory): string =>
  readName(memory, (pointer, bytes) => api.FPDF_GetPageLabel(document, page, pointer, bytes));

const readProperty = (
  api: WrappedPdfiumModule,
  document: number,
  property: 'Title' | 'Subject',
  memory: PdfiumMemory,
): string => readName(memory, (pointer, bytes) => api.FPDF_GetMetaText(document, property, pointer, bytes));
