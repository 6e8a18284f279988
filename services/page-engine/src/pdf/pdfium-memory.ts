import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError } from './page.js';

/**
 * What is called for every character of a page, as the module itself has it: numbers in, a number out, 0 for "no". The
 * functions of the package look names and types up at each call, which cost more than PDFium's own work for a page of text.
 */
export interface PdfiumTextCalls {
  FPDFText_GetUnicode(textPage: number, index: number): number;
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

/** The part of Emscripten's module that is used here; its own types need a package of globals. */
interface EmscriptenModule {
  HEAPU8: Uint8Array;
  wasmExports: PdfiumTextCalls & {
    malloc(bytes: number): number;
    free(pointer: number): void;
    memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  };
  addFunction(callback: (...values: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

/** Unit in which WebAssembly's memory grows. */
const MEMORY_PAGE_BYTES = 65_536;

/** Memory of one instance of the WASM module, and functions that it may call. */
export class PdfiumMemory {
  readonly #module: EmscriptenModule;
  #view: DataView | undefined;

  constructor(api: WrappedPdfiumModule) {
    this.#module = api.pdfium as unknown as EmscriptenModule;
  }

  get textCalls(): PdfiumTextCalls {
    return this.#module.wasmExports;
  }

  /** Taken anew for every use: the buffer is replaced when the memory grows. */
  get bytes(): Uint8Array {
    return this.#module.HEAPU8;
  }

  /** Taken anew for every use, as {@link bytes}. */
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

  /** Memory for as long as it is used. @throws PdfiumError `memory` */
  with<T>(bytes: number, use: (pointer: number) => T): T {
    const pointer = this.allocate(bytes);
    try {
      return use(pointer);
    } finally {
      this.free(pointer);
    }
  }

  /** A function of ours that the module may call, by its pointer. `signature` as Emscripten writes it. */
  addFunction(callback: (...values: number[]) => number, signature: string): number {
    return this.#module.addFunction(callback, signature);
  }

  removeFunction(pointer: number): void {
    this.#module.removeFunction(pointer);
  }

  /** The most it may have is part of the compiled module: what asks for more is refused here, as the system would. */
  limit(most: number): void {
    const { memory } = this.#module.wasmExports;
    const grow = memory.grow.bind(memory);
    memory.grow = (pages) => {
      if (memory.buffer.byteLength + pages * MEMORY_PAGE_BYTES > most) throw new RangeError(`more than ${most} bytes`);
      return grow(pages);
    };
  }
}
