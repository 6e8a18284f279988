/** Reads outline, labels and properties through PDFium, bounded: hostile outlines may be endless or cyclic. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { asName, LONGEST_NAME, type Bookmark, type DocumentNames } from './file-names.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** Maximum outline entries; a volume of maps has a few hundred. */
const MOST_BOOKMARKS = 2_000;
const DEEPEST = 8;
/** UTF-16 with terminator; longer names are cut. */
const NAME_BYTES = (LONGEST_NAME * 4 + 1) * 2;

export interface NamesLimits {
  memoryBytes: number;
  /** CPU milliseconds of the process: each entry may search a destination table of any length. */
  cpuMs: number;
}

/** Action types in fpdf_doc.h. */
const ACTION_GOTO = 1;

/** Reads a text that PDFium writes into a buffer; empty if it does not fit. */
function readName(memory: PdfiumMemory, write: (pointer: number, bytes: number) => number): string {
  return memory.with(NAME_BYTES, (pointer) => {
    const bytes = write(pointer, NAME_BYTES);
    if (bytes <= 2 || bytes > NAME_BYTES) return '';
    return asName(Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 2)).toString('utf16le'));
  });
}

/** All names of a document and its first `pages` pages. Throws on timeout; a hostile file may also crash the module. */
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

/** Outline entries that lead to a page, in order. `checkTime` throws on timeout. */
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

/** 0-based; -1 if the target is not in this document. */
function pageOf(api: WrappedPdfiumModule, document: number, bookmark: number): number {
  let destination = api.FPDFBookmark_GetDest(document, bookmark);
  if (!destination) {
    const action = api.FPDFBookmark_GetAction(bookmark);
    if (action && api.FPDFAction_GetType(action) === ACTION_GOTO)
      destination = api.FPDFAction_GetDest(document, action);
  }
  return destination ? api.FPDFDest_GetDestPageIndex(document, destination) : -1;
}

/** Label of a 0-based page; may be empty. */
const readLabel = (api: WrappedPdfiumModule, document: number, page: number, memory: PdfiumMemory): string =>
  readName(memory, (pointer, bytes) => api.FPDF_GetPageLabel(document, page, pointer, bytes));

/** A text property; may be empty. */
const readProperty = (
  api: WrappedPdfiumModule,
  document: number,
  property: 'Title' | 'Subject',
  memory: PdfiumMemory,
): string => readName(memory, (pointer, bytes) => api.FPDF_GetMetaText(document, property, pointer, bytes));
