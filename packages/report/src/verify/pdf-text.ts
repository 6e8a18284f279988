import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

/** Its own types need a package of globals. */
interface Memory {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(bytes: number): number; free(pointer: number): void };
}

/** Text of each page, in the order of the page's content. @throws if PDFium cannot open the file */
export async function textsOfPages(pdf: Uint8Array): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasm = await readFile(file);
  const api = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) });
  api.PDFiumExt_Init();
  const memory = api.pdfium as unknown as Memory;
  const pointer = memory.wasmExports.malloc(pdf.length);
  memory.HEAPU8.set(pdf, pointer);
  const document = api.FPDF_LoadMemDocument(pointer, pdf.length, '');
  if (!document) throw new Error('The PDF cannot be opened.');
  try {
    return Array.from({ length: api.FPDF_GetPageCount(document) }, (_, at) => textOfPage(api, memory, document, at));
  } finally {
    api.FPDF_CloseDocument(document);
    memory.wasmExports.free(pointer);
  }
}

function textOfPage(api: WrappedPdfiumModule, memory: Memory, document: number, at: number): string {
  const page = api.FPDF_LoadPage(document, at);
  const text = api.FPDFText_LoadPage(page);
  const count = api.FPDFText_CountChars(text);
  const pointer = memory.wasmExports.malloc((count + 1) * 2);
  try {
    // UTF-16 with a zero at its end
    const units = api.FPDFText_GetText(text, 0, count, pointer);
    return Buffer.from(memory.HEAPU8.slice(pointer, pointer + Math.max(0, units - 1) * 2)).toString('utf16le');
  } finally {
    memory.wasmExports.free(pointer);
    api.FPDFText_ClosePage(text);
    api.FPDF_ClosePage(page);
  }
}
