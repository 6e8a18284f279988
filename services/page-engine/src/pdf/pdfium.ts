import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { readHiddenObjects } from './annotation-layers.js';
import { readFinerMasks } from './finer-masks.js';
import { mayHaveLayers } from './layers.js';
import { PdfiumError } from './page.js';
import { PdfiumDocument, type NamesOutcome, type PdfiumSource } from './pdfium-document.js';
import { PdfiumMemory } from './pdfium-memory.js';
import type { NamesLimits } from './pdfium-names.js';
import { readPageObjects, type PageObjects } from './page-objects.js';
import { readPicturePatterns } from './picture-patterns.js';
import { treeUpdate } from './page-tree.js';

// constants of fpdfview.h
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;

/** TypeScript has it only in the DOM types. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => object;
};
const NOTHING = new Uint8Array();
/** For reading names. Half a million objects need 39 MB; 2,000 of 100,000 entries take 170 CPU ms. */
export const NAMES_LIMITS: NamesLimits = { memoryBytes: 256e6, cpuMs: 5_000 };

/** Starts PDFium in about 60 ms, before the document is known. */
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
  // its allocation errors are reported by the exception as well
  const reader = await instance(true);
  new PdfiumMemory(reader).limit(names.memoryBytes);
  return new Pdfium(pages, { api: reader, cpuMs: names.cpuMs });
}

/** Its memory never shrinks: end the process with the document. */
export class Pdfium {
  private readonly memory: PdfiumMemory;

  /** @param names second, expendable instance */
  constructor(
    private readonly api: WrappedPdfiumModule,
    private names?: { api: WrappedPdfiumModule; cpuMs: number },
  ) {
    this.memory = new PdfiumMemory(api);
  }

  /** Reads the file on demand. @throws PdfiumError `encrypted` (also for a wrong password) or `format` */
  open(path: string, password = '', objects = readPageObjects(path)): PdfiumDocument {
    const { api, memory } = this;
    const fd = openSync(path, 'r');
    const size = fstatSync(fd).size;
    let appended: Uint8Array = NOTHING;
    const source: PdfiumSource = {
      bytesRead: 0,
      bytesToOpen: 0,
      mayHaveLayers: () => mayHaveLayers(path),
      load,
      release,
      abandon: () => closeSync(fd),
    };
    const getBlock = memory.addFunction((_parameter, position, buffer, length) => {
      source.bytesRead += length;
      const target = memory.bytes.subarray(buffer, buffer + length);
      let filled = 0;
      while (filled < length) {
        const at = (position >>> 0) + filled;
        const read = at < size ? readSync(fd, target, filled, Math.min(length - filled, size - at), at) : 0;
        if (read === 0) {
          target.set(appended.subarray(at - size, at - size + length - filled), filled);
          return at - size + length - filled <= appended.length ? 1 : 0;
        }
        filled += read;
      }
      return 1;
    }, 'iiiii');
    const access = memory.allocate(12);
    const view = memory.view();
    view.setUint32(access + 4, getBlock, true);
    view.setUint32(access + 8, 0, true);
    function load(): number {
      memory.view().setUint32(access, size + appended.length, true);
      source.bytesRead = 0;
      const handle = api.FPDF_LoadCustomDocument(access, password);
      source.bytesToOpen = source.bytesRead;
      return handle;
    }
    function release(): void {
      memory.free(access);
      memory.removeFunction(getBlock);
      closeSync(fd);
    }
    let handle = source.load();
    const update = handle && treeUpdate(path, objects, pagesStated(api, handle));
    if (update) {
      api.FPDF_CloseDocument(handle);
      appended = update;
      handle = source.load();
    }
    if (update && !handle) {
      appended = NOTHING;
      handle = source.load();
    }
    if (!handle) {
      const code = api.FPDF_GetLastError();
      release();
      const locked = code === ERROR_PASSWORD || code === ERROR_SECURITY;
      throw new PdfiumError(locked ? 'encrypted' : 'format', `PDFium error ${code}`);
    }
    return new PdfiumDocument(
      api,
      memory,
      handle,
      source,
      () => this.readNames(path, objects),
      objects.units,
      () => readFinerMasks(path),
      () => readPicturePatterns(path),
      () => readHiddenObjects(path),
    );
  }

  /**
   * A separate module reads outlines, labels and properties: hostile ones can crash it (a cyclic number tree, a title
   * of a gigabyte).
   */
  private readNames(path: string, objects: PageObjects): NamesOutcome {
    if (!this.names) return { lost: 'there is no module left to read them' };
    let document: PdfiumDocument | undefined;
    try {
      document = new Pdfium(this.names.api).open(path, '', objects);
      const names = document.readNames(this.names.cpuMs);
      document.close();
      return { names };
    } catch (error) {
      // after any error its state is unreliable
      this.names = undefined;
      document?.abandon();
      return { lost: error instanceof Error ? error.message : String(error) };
    }
  }

  get memoryBytes(): number {
    return this.memory.bytes.length;
  }
}

const pagesStated = (api: WrappedPdfiumModule, handle: number) => ({
  count: api.FPDF_GetPageCount(handle),
  numberOf: (index: number) => api.EPDFDoc_GetPageObjectNumberByIndex(handle, index),
});
