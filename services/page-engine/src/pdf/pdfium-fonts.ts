import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PdfiumMemory } from './pdfium-memory.js';

/** A page of text has some hundreds. */
const MOST_OBJECTS = 3_000;
/** ASCII with terminator; a longer name is none. */
const NAME_BYTES = 256;

// constant of fpdf_edit.h
const OBJECT_TEXT = 1;

/** Without repetitions, in the order of the page. */
export function fontNamesOf(api: WrappedPdfiumModule, memory: PdfiumMemory, page: number): string[] {
  const handles = new Set<number>();
  const count = Math.min(api.FPDFPage_CountObjects(page), MOST_OBJECTS);
  for (let index = 0; index < count; index++) {
    const object = api.FPDFPage_GetObject(page, index);
    const font = api.FPDFPageObj_GetType(object) === OBJECT_TEXT ? api.FPDFTextObj_GetFont(object) : 0;
    if (font) handles.add(font);
  }
  return memory.with(NAME_BYTES, (pointer) => {
    const names = [...handles].map((font) => {
      const bytes = api.FPDFFont_GetBaseFontName(font, pointer, NAME_BYTES);
      if (bytes <= 1 || bytes > NAME_BYTES) return '';
      return Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 1)).toString('latin1');
    });
    return [...new Set(names.filter((name) => name !== ''))];
  });
}
