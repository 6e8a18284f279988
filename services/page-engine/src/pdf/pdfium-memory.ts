import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError } from './page.js';

/** Direct WASM exports for every character: 0 for "no". */
export interface PdfiumTextCalls {
  FPDFText_GetUnicode(textPage: number, index: number): number;
  FPDFText_HasUnicodeMapError(textPage: number, index: number): number;
  FPDFText_GetTextObject(textPage: number, index: number): number;
  FPDFText_GetMatrix(textPage: number, index: number, matrix: number): number;
  FPDFText_GetCharBox(
    textPage: number,
    index: number,
    left: number,
    right: number,
    bottom: number,
    top: number,
  ): number;
  FPDF_PageToDevice(
    page: number,
    startX: number,
    startY: number,
    width: number,
    height: number,
    rotate: number,
    x: number,
    y: number,
    deviceX: number,
    deviceY: number,
  ): number;
}

export interface PdfiumObjectCalls {
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFPageObj_GetMatrix(object: number, matrix: number): number;
  FPDFPageObj_GetFillColor(object: number, red: number, green: number, blue: number, alpha: number): number;
  FPDFPageObj_CountMarks(object: number): number;
  FPDFPageObj_GetMark(object: number, index: number): number;
  FPDFPageObjMark_GetName(mark: number, buffer: number, bytes: number, written: number): number;
  FPDFPageObj_GetClipPath(object: number): number;
  FPDFClipPath_CountPaths(clip: number): number;
  FPDFClipPath_CountPathSegments(clip: number, path: number): number;
  FPDFClipPath_GetPathSegment(clip: number, path: number, segment: number): number;
  FPDFPathSegment_GetPoint(segment: number, x: number, y: number): number;
  FPDFPath_CountSegments(path: number): number;
  FPDFPath_GetDrawMode(path: number, fill: number, stroke: number): number;
  FPDFImageObj_GetImagePixelSize(image: number, width: number, height: number): number;
  FPDFTextObj_GetTextRenderMode(text: number): number;
  FPDFTextObj_GetFont(text: number): number;
  FPDFPageObj_SetIsActive(object: number, active: number): number;
}

/** Its own types need a package of globals. */
interface EmscriptenModule {
  HEAPU8: Uint8Array;
  wasmExports: PdfiumTextCalls &
    PdfiumObjectCalls & {
      malloc(bytes: number): number;
      free(pointer: number): void;
      memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
    };
  addFunction(callback: (...values: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

const MEMORY_PAGE_BYTES = 65_536;

/** Of one WASM module instance. */
export class PdfiumMemory {
  readonly #module: EmscriptenModule;
  #view: DataView | undefined;

  constructor(api: WrappedPdfiumModule) {
    this.#module = api.pdfium as unknown as EmscriptenModule;
  }

  get textCalls(): PdfiumTextCalls {
    return this.#module.wasmExports;
  }

  get objectCalls(): PdfiumObjectCalls {
    return this.#module.wasmExports;
  }

  /** Fetch for every use: replaced when memory grows. */
  get bytes(): Uint8Array {
    return this.#module.HEAPU8;
  }

  view(): DataView {
    const { buffer } = this.#module.HEAPU8;
    if (this.#view?.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** @throws PdfiumError `memory` */
  allocate(bytes: number): number {
    const pointer = this.#module.wasmExports.malloc(bytes);
    if (!pointer) throw new PdfiumError('memory', `no ${bytes} bytes`);
    return pointer;
  }

  free(pointer: number): void {
    this.#module.wasmExports.free(pointer);
  }

  /** For the duration of `use`. @throws PdfiumError `memory` */
  with<T>(bytes: number, use: (pointer: number) => T): T {
    const pointer = this.allocate(bytes);
    try {
      return use(pointer);
    } finally {
      this.free(pointer);
    }
  }

  /**
   * @param signature in Emscripten's notation
   * @returns its pointer
   */
  addFunction(callback: (...values: number[]) => number, signature: string): number {
    return this.#module.addFunction(callback, signature);
  }

  removeFunction(pointer: number): void {
    this.#module.removeFunction(pointer);
  }

  /** The compiled module's own maximum is fixed. */
  limit(most: number): void {
    const { memory } = this.#module.wasmExports;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * MEMORY_PAGE_BYTES > most) throw new RangeError(`more than ${most} bytes`);
      return grow(pages);
    };
  }
}
