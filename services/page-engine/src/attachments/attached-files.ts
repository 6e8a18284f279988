/** Files attached to a PDF: of the document, and of annotations on its first pages. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PdfiumMemory } from '../pdf/pdfium-memory.js';

export const MOST_ATTACHED = 1_000;
/** Loading a page takes milliseconds. */
const PAGES_WITH_ANNOTATIONS = 200;
const MOST_ANNOTATIONS = 5_000;
/** UTF-16 with terminator. */
const NAME_BYTES = 2_048;
const UNNAMED = 'attached file';

// constants of fpdf_annot.h
const FILE_ATTACHMENT = 17;
export const WIDGET = 20;

export interface AttachedHandle {
  name: string;
  handle: number;
}

/** In a fixed order, so an index names a file. Do not close the document while using them. */
export function attachedHandles(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  document: number,
  pageCount: number,
): AttachedHandle[] {
  const found: AttachedHandle[] = [];
  const add = (handle: number): void => {
    if (handle) found.push({ name: nameOf(api, memory, handle), handle });
  };
  const count = Math.min(api.FPDFDoc_GetAttachmentCount(document), MOST_ATTACHED);
  for (let index = 0; index < count; index++) add(api.FPDFDoc_GetAttachment(document, index));
  for (let index = 0; index < Math.min(pageCount, PAGES_WITH_ANNOTATIONS); index++) {
    if (found.length >= MOST_ATTACHED) break;
    onAnnotations(api, document, index, (annotation) => {
      if (api.FPDFAnnot_GetSubtype(annotation) === FILE_ATTACHMENT) add(api.FPDFAnnot_GetFileAttachment(annotation));
    });
  }
  return found;
}

/** @returns the number of objects drawn on the page; 0 if it cannot be loaded */
export function onAnnotations(
  api: WrappedPdfiumModule,
  document: number,
  index: number,
  use: (annotation: number) => void,
): number {
  const page = api.FPDF_LoadPage(document, index);
  if (!page) return 0;
  try {
    const count = Math.min(api.FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS);
    for (let each = 0; each < count; each++) {
      const annotation = api.FPDFPage_GetAnnot(page, each);
      if (!annotation) continue;
      use(annotation);
      api.FPDFPage_CloseAnnot(annotation);
    }
    return api.FPDFPage_CountObjects(page);
  } finally {
    api.FPDF_ClosePage(page);
  }
}

/** Without folders and control characters. */
function nameOf(api: WrappedPdfiumModule, memory: PdfiumMemory, handle: number): string {
  return memory.with(NAME_BYTES, (pointer) => {
    const bytes = api.FPDFAttachment_GetName(handle, pointer, NAME_BYTES);
    if (bytes <= 2 || bytes > NAME_BYTES) return UNNAMED;
    const text = Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 2)).toString('utf16le');
    const base = text.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
    return (
      base
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, 120) || UNNAMED
    );
  });
}

/** Null if it cannot be decoded. */
export function contentOf(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  handle: number,
  maxBytes: number,
): Buffer | 'too large' | null {
  const bytes = memory.with(4, (size) => {
    const isThere = api.FPDFAttachment_GetFile(handle, 0, 0, size);
    return isThere ? memory.view().getUint32(size, true) : -1;
  });
  if (bytes < 0) return null;
  if (bytes > maxBytes) return 'too large';
  return memory.with(bytes + 4, (pointer) => {
    const isRead = api.FPDFAttachment_GetFile(handle, pointer, bytes, pointer + bytes);
    return isRead ? Buffer.from(memory.bytes.subarray(pointer, pointer + bytes)) : null;
  });
}
