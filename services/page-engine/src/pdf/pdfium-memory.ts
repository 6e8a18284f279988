import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError } from './page.js';

/** The part of Emscripten's module that is used here; its own types need a package of globals. */
interface EmscriptenModule {
  HEAPU8: Uint8Array;
  wasmExports: {
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

  constructor(api: WrappedPdfiumModule) {
    this.#module = api.pdfium as unknown as EmscriptenModule;
  }

  /** Taken anew for every use: the buffer is replaced when the memory grows. */
  get bytes(): Uint8Array {
    return this.#module.HEAPU8;
  }

  /** Taken anew for every use, as {@link bytes}. */
  view(): DataView {
    return new DataView(this.#module.HEAPU8.buffer);
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
