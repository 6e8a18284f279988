import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError } from './page.js';
import { PdfiumDocument, type NamesOutcome, type PdfiumSource } from './pdfium-document.js';
import { PdfiumMemory } from './pdfium-memory.js';
import type { NamesLimits } from './pdfium-names.js';

// constants of fpdfview.h
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** Of the standard's interface what is used here; TypeScript has it among the types of browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => object;
};
/**
 * What the names of a file may take to be read. 39 MB are enough for a file with half a million objects; a name that
 * unpacks to hundreds is no name, and beside it pages are made in what the process may have at all. 2,000 of 100,000
 * entries take 170 CPU ms, and a page, whose time it is, has 30,000.
 */
export const NAMES_LIMITS: NamesLimits = { memoryBytes: 256e6, cpuMs: 5_000 };

/**
 * Compiles PDFium and starts it; about 60 ms, done before the document is known.
 *
 * @param options.names what reading pages' names may take, which a second instance does (10 to 30 ms more); with `false`
 *   documents have none
 */
export async function startPdfium({ names = NAMES_LIMITS }: { names?: NamesLimits | false } = {}): Promise<Pdfium> {
  const require = createRequire(import.meta.url);
  const module = await WebAssembly.compile(await readFile(require.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const instance = async (quiet: boolean): Promise<WrappedPdfiumModule> => {
    const instantiateWasm = (imports: object, receive: (instance: object) => object): object =>
      receive(new WebAssembly.Instance(module, imports));
    const api = await init({ instantiateWasm, ...(quiet && { printErr: () => undefined }) });
    api.PDFiumExt_Init();
    return api;
  };
  const pages = await instance(false);
  if (!names) return new Pdfium(pages);
  // what it has to say of memory that it doesn't get is in its error as well
  const reader = await instance(true);
  new PdfiumMemory(reader).limit(names.memoryBytes);
  return new Pdfium(pages, { api: reader, cpuMs: names.cpuMs });
}

/** One instance of the WASM module. Its memory never shrinks: end the process with the document. */
export class Pdfium {
  private readonly memory: PdfiumMemory;

  /** @param names another instance, which reads what files call their pages and may be lost over it */
  constructor(
    private readonly api: WrappedPdfiumModule,
    private names?: { api: WrappedPdfiumModule; cpuMs: number },
  ) {
    this.memory = new PdfiumMemory(api);
  }

  /**
   * Opens a PDF that needs no password. The file is read piece by piece as PDFium asks, never copied into its memory.
   * Throws {@link PdfiumError} `encrypted` or `format`.
   */
  open(path: string): PdfiumDocument {
    const { api, memory } = this;
    const fd = openSync(path, 'r');
    const size = fstatSync(fd).size;
    const source: PdfiumSource = { bytesRead: 0, bytesToOpen: 0, load, release, abandon: () => closeSync(fd) };
    const getBlock = memory.addFunction((_parameter, position, buffer, length) => {
      source.bytesRead += length;
      const target = memory.bytes.subarray(buffer, buffer + length);
      let filled = 0;
      while (filled < length) {
        const read = readSync(fd, target, filled, length - filled, (position >>> 0) + filled);
        if (read === 0) return 0;
        filled += read;
      }
      return 1;
    }, 'iiiii');
    const access = memory.allocate(12);
    const view = memory.view();
    view.setUint32(access, size, true);
    view.setUint32(access + 4, getBlock, true);
    view.setUint32(access + 8, 0, true);
    function load(): number {
      source.bytesRead = 0;
      const handle = api.FPDF_LoadCustomDocument(access, '');
      source.bytesToOpen = source.bytesRead;
      return handle;
    }
    function release(): void {
      memory.free(access);
      memory.removeFunction(getBlock);
      closeSync(fd);
    }
    const handle = source.load();
    if (!handle) {
      const code = api.FPDF_GetLastError();
      release();
      const locked = code === ERROR_PASSWORD || code === ERROR_SECURITY;
      throw new PdfiumError(locked ? 'encrypted' : 'format', `PDFium error ${code}`);
    }
    return new PdfiumDocument(api, memory, handle, source, () => this.readNames(path));
  }

  /**
   * What the file calls its pages, or why that can't be told. Outlines, labels and properties of strangers can end a
   * module (a number tree that is its own child, a title that unpacks to a gigabyte) as a page can, but would take every
   * page with them: so the module that makes the pages is not the one that reads them.
   */
  private readNames(path: string): NamesOutcome {
    if (!this.names) return { lost: 'there is no module left to read them' };
    let document: PdfiumDocument | undefined;
    try {
      document = new Pdfium(this.names.api).open(path);
      const names = document.readNames(this.names.cpuMs);
      document.close();
      return { names };
    } catch (error) {
      // whatever it was, its state is not to be relied upon any more
      this.names = undefined;
      document?.abandon();
      return { lost: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Size of its memory in bytes: what it needed at most so far. */
  get memoryBytes(): number {
    return this.memory.bytes.length;
  }
}
