import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { namesOfPage, type DocumentNames, type FileNames } from './file-names.js';
import { DEFAULT_LIMITS } from './limits.js';
import { readDocumentNames } from './pdfium-names.js';

/** A word and where it stands, in pixels of the page's picture, origin at the top left. */
export interface Word {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** How sure recognition is, 0 to 1; left out for a word of the PDF itself. */
  confidence?: number;
  /** Degrees clockwise by which it is turned on the page, when known. */
  turned?: number;
}

export interface PageText {
  text: string;
  words: Word[];
}

export interface RenderedPage {
  width: number;
  height: number;
  dpi: number;
  /** RGB, three bytes a pixel, rows without padding. */
  data: Buffer;
}

/** What has to be known before a page is drawn. Sizes in points (1/72 inch) after rotation. */
export interface PageOutline {
  widthPt: number;
  heightPt: number;
  /** Resolution that shows the page's pictures as they are, at least {@link TEXT_DPI}. */
  dpi: number;
  /** Share of the page covered by pictures, 0 to 1. */
  pictureShare: number;
  /** Pixels of the largest embedded picture. */
  largestPicture: number;
  /** That picture is JPEG 2000: slow to decode in full, quick at a fraction of its size. */
  jpeg2000: boolean;
}

export class PdfiumError extends Error {
  constructor(
    readonly kind: 'encrypted' | 'format' | 'page' | 'memory',
    message: string,
  ) {
    super(message);
    this.name = 'PdfiumError';
  }
}

/** Pages without pictures: small print stays readable, a letter page is 1700 x 2200. */
export const TEXT_DPI = 200;
/** No scan of a map carries more; beyond it a picture is an enlarged stamp. */
const MAX_DPI = 600;
/** A logo at 1200 dpi must not decide for its page. */
const DECIDING_SHARE = 0.1;
const MAX_OBJECTS = 400;
const MAX_FORM_DEPTH = 3;
/** Drawing in strips of 16 MB is a fifth faster than one bitmap and takes a third of its memory. */
const STRIP_BYTES = 16e6;
const MIN_STRIP = 64;
/** Text beyond this is a defective font or an attack; a dense city directory page has 15,000 characters. */
const MAX_CHARACTERS = 200_000;
/** A page of 120 MP reads some 20 MB; opening again costs the cross-reference table, a few milliseconds. */
const RENEWED_AFTER_BYTES = 32e6;
/** What is read to open a document again stays a small part of what is read for its pages. */
const RENEWED_AFTER_OPENINGS = 4;
/** Room for the name of a filter; the longest of ISO 32000 has 15 characters. */
const FILTER_NAME_BYTES = 32;

// constants of fpdfview.h and fpdf_edit.h
const ERROR_PASSWORD = 4;
const ERROR_SECURITY = 5;
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;
const BITMAP_BGR = 2;
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;
const WHITE = 0xffffffff;

/** The part of Emscripten's module that is used here; its own types need a package of globals. */
interface Memory {
  HEAPU8: Uint8Array;
  wasmExports: {
    malloc(bytes: number): number;
    free(pointer: number): void;
    memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  };
  addFunction(callback: (...values: number[]) => number, signature: string): number;
  removeFunction(pointer: number): void;
}

/** Of the standard's interface what is used here; TypeScript has it among the types of browsers only. */
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Instance: new (module: object, imports: object) => object;
};
/** Unit in which WebAssembly's memory grows. */
const MEMORY_PAGE_BYTES = 65_536;
/**
 * What the names of a file may take to be read: 39 MB are enough for a file with half a million objects; a name that
 * unpacks to hundreds is no name, and beside it pages are made in what the process may have at all.
 */
const NAMES_MEMORY_BYTES = 256e6;

/**
 * Compiles PDFium and starts it; about 60 ms, done before the document is known.
 *
 * @param options.names whether pages' names will be asked for, which a second instance reads (10 to 30 ms more); without
 *   it documents have none
 */
export async function startPdfium({ names = true }: { names?: boolean } = {}): Promise<Pdfium> {
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
  limitMemory((reader.pdfium as unknown as Memory).wasmExports.memory, NAMES_MEMORY_BYTES);
  return new Pdfium(pages, reader);
}

/** The most it may have is part of the compiled module: what asks for more is refused here, as the system would. */
function limitMemory(memory: Memory['wasmExports']['memory'], most: number): void {
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * MEMORY_PAGE_BYTES > most) throw new RangeError(`more than ${most} bytes`);
    return grow(pages);
  };
}

/** One instance of the WASM module. Its memory never shrinks: end the process with the document. */
export class Pdfium {
  private readonly memory: Memory;

  /** @param names another instance, which reads what files call their pages and may be lost over it */
  constructor(
    private readonly api: WrappedPdfiumModule,
    private names?: WrappedPdfiumModule,
  ) {
    this.memory = api.pdfium as unknown as Memory;
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
      const target = memory.HEAPU8.subarray(buffer, buffer + length);
      let filled = 0;
      while (filled < length) {
        const read = readSync(fd, target, filled, length - filled, (position >>> 0) + filled);
        if (read === 0) return 0;
        filled += read;
      }
      return 1;
    }, 'iiiii');
    const access = this.allocate(12);
    const view = new DataView(memory.HEAPU8.buffer);
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
      memory.wasmExports.free(access);
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
      document = new Pdfium(this.names).open(path);
      const names = document.readNames();
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
    return this.memory.HEAPU8.length;
  }

  private allocate(bytes: number): number {
    const pointer = this.memory.wasmExports.malloc(bytes);
    if (!pointer) throw new PdfiumError('memory', `no ${bytes} bytes`);
    return pointer;
  }
}

/** The file behind a document. */
interface PdfiumSource {
  /** What PDFium has asked for since it began to open the document. */
  bytesRead: number;
  /** Of these, what it needed to open it: the whole file when its cross-reference table is broken. */
  bytesToOpen: number;
  /** Opens the file once more; answers 0 when PDFium refuses it. */
  load(): number;
  release(): void;
  /** Closes the file alone: the module that read it is not to be called again. */
  abandon(): void;
}

type NamesOutcome = { names: DocumentNames } | { lost: string };

/** Pages are numbered from 0 here, as PDFium does. */
export class PdfiumDocument {
  readonly pageCount: number;
  /** Read when the first page's names are asked for; null when they can't be. */
  private calledSo: DocumentNames | null | undefined;

  constructor(
    private readonly api: WrappedPdfiumModule,
    private readonly memory: Memory,
    private handle: number,
    private readonly source: PdfiumSource,
    private readonly namesOutside: () => NamesOutcome,
  ) {
    this.pageCount = api.FPDF_GetPageCount(handle);
  }

  close(): void {
    this.api.FPDF_CloseDocument(this.handle);
    this.source.release();
  }

  /** Instead of {@link close} when its module has failed: lets go of the file, not of memory that goes with the module. */
  abandon(): void {
    this.source.abandon();
  }

  /**
   * PDFium keeps every object it has read until its document is closed: without this a document of 1,000 scans would
   * end up in its memory as a whole.
   */
  private renew(): void {
    this.api.FPDF_CloseDocument(this.handle);
    this.handle = this.source.load();
    if (!this.handle) throw new PdfiumError('format', `PDFium error ${this.api.FPDF_GetLastError()} on opening again`);
  }

  outline(index: number): PageOutline {
    return this.withPage(index, (page) => this.outlineOf(page));
  }

  /**
   * What the file calls this page and itself outside of the page; nothing when that can't be read.
   *
   * @param onLost told why, once for the document
   */
  names(index: number, onLost?: (why: string) => void): FileNames {
    if (this.calledSo === undefined) {
      const outcome = this.namesOutside();
      if ('lost' in outcome) onLost?.(outcome.lost);
      this.calledSo = 'names' in outcome ? outcome.names : null;
    }
    if (!this.calledSo) return {};
    const { bookmarks, labels, title, subject } = this.calledSo;
    return namesOfPage(index, bookmarks, { label: labels[index], title, subject });
  }

  /** Reads the names of all pages in this very module, which may end over it: {@link names} has another one do it. */
  readNames(): DocumentNames {
    const { api, handle, memory } = this;
    return readDocumentNames(api, handle, Math.min(this.pageCount, DEFAULT_LIMITS.pages), {
      get HEAPU8() {
        return memory.HEAPU8;
      },
      withMemory: (bytes, use) => this.withMemory(bytes, use),
    });
  }

  /**
   * Draws the page with its annotations on white; smaller than asked when it would exceed `maxPixels`. `halvings`: as
   * that level of the page's pyramid, counted from the full size.
   */
  render(index: number, outline: PageOutline, maxPixels: number, halvings = 0): RenderedPage {
    const { api } = this;
    const full = sizeInPixels(outline, maxPixels);
    const scale = full.scale / 2 ** halvings;
    const width = Math.ceil(full.width / 2 ** halvings);
    const height = Math.ceil(full.height / 2 ** halvings);
    const stride = width * 3;
    const rows = Math.min(height, Math.max(MIN_STRIP, Math.floor(STRIP_BYTES / stride)));
    return this.withPage(index, (page) =>
      this.withMemory(stride * rows, (pointer) => {
        const data = Buffer.allocUnsafeSlow(stride * height);
        for (let top = 0; top < height; top += rows) {
          const bitmap = api.FPDFBitmap_CreateEx(width, rows, BITMAP_BGR, pointer, stride);
          if (!bitmap) throw new PdfiumError('memory', `no bitmap of ${width} x ${rows}`);
          api.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, WHITE);
          api.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, REVERSE_BYTE_ORDER | DRAW_ANNOTATIONS);
          api.FPDFBitmap_Destroy(bitmap);
          const filled = stride * Math.min(rows, height - top);
          data.set(this.memory.HEAPU8.subarray(pointer, pointer + filled), stride * top);
        }
        return { width, height, dpi: scale * 72, data };
      }),
    );
  }

  /** The page's text in reading order, and its words with boxes for a picture of `width` x `height` pixels. */
  text(index: number, width: number, height: number): PageText {
    const { api } = this;
    return this.withPage(index, (page) => {
      const textPage = api.FPDFText_LoadPage(page);
      if (!textPage) throw new PdfiumError('page', `no text of page ${index + 1}`);
      try {
        return this.withMemory(40, (pointer) => this.readText(page, textPage, pointer, width, height));
      } finally {
        api.FPDFText_ClosePage(textPage);
      }
    });
  }

  private readText(page: number, textPage: number, pointer: number, width: number, height: number): PageText {
    const { api } = this;
    const count = Math.min(api.FPDFText_CountChars(textPage), MAX_CHARACTERS);
    const words: Word[] = [];
    let text = '';
    let word = '';
    let box: [number, number, number, number] | null = null;

    const toPixels = (x: number, y: number): [number, number] => {
      api.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, pointer + 32, pointer + 36);
      const view = this.view();
      return [view.getInt32(pointer + 32, true), view.getInt32(pointer + 36, true)];
    };
    const endWord = (): void => {
      if (word && box) {
        const [ax, ay] = toPixels(box[0], box[1]);
        const [bx, by] = toPixels(box[2], box[3]);
        words.push({
          text: word,
          x: Math.min(ax, bx),
          y: Math.min(ay, by),
          width: Math.abs(bx - ax),
          height: Math.abs(by - ay),
        });
      }
      word = '';
      box = null;
    };

    for (let i = 0; i < count; i++) {
      const character = readable(api.FPDFText_GetUnicode(textPage, i));
      text += character;
      if (/^\s*$/.test(character)) {
        if (character) endWord();
        continue;
      }
      word += character;
      if (!api.FPDFText_GetCharBox(textPage, i, pointer, pointer + 8, pointer + 16, pointer + 24)) continue;
      const view = this.view();
      const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => view.getFloat64(pointer + at, true)) as [
        number,
        number,
        number,
        number,
      ];
      box = box
        ? [Math.min(box[0], left), Math.min(box[1], bottom), Math.max(box[2], right), Math.max(box[3], top)]
        : [left, bottom, right, top];
    }
    endWord();
    return { text: text.replace(/\r\n?/g, '\n').trim(), words };
  }

  private outlineOf(page: number): PageOutline {
    const { api } = this;
    const widthPt = api.FPDF_GetPageWidthF(page);
    const heightPt = api.FPDF_GetPageHeightF(page);
    let dpi = TEXT_DPI;
    let covered = 0;
    let largestPicture = 0;
    let jpeg2000 = false;
    this.withMemory(24 + FILTER_NAME_BYTES, (pointer) => {
      const visit = (object: number, scale: number, depth: number): void => {
        const type = api.FPDFPageObj_GetType(object);
        if (type === OBJECT_FORM && depth < MAX_FORM_DEPTH) {
          const inner = scale * this.matrixScale(object, pointer);
          const count = Math.min(api.FPDFFormObj_CountObjects(object), MAX_OBJECTS);
          for (let i = 0; i < count; i++) visit(api.FPDFFormObj_GetObject(object, i), inner, depth + 1);
        }
        if (type !== OBJECT_IMAGE) return;
        if (!api.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4)) return;
        if (!api.FPDFPageObj_GetBounds(object, pointer + 8, pointer + 12, pointer + 16, pointer + 20)) return;
        const view = this.view();
        const pixelsWide = view.getUint32(pointer, true);
        const pixelsHigh = view.getUint32(pointer + 4, true);
        const bounds = [8, 12, 16, 20].map((at) => view.getFloat32(pointer + at, true) * scale);
        const [left = 0, bottom = 0, right = 0, top = 0] = bounds;
        const share = ((right - left) * (top - bottom)) / (widthPt * heightPt);
        if (pixelsWide * pixelsHigh > largestPicture) {
          largestPicture = pixelsWide * pixelsHigh;
          jpeg2000 = this.lastFilter(object, pointer + 24) === 'JPXDecode';
        }
        if (!(share > 0)) return;
        covered += share;
        // the longer sides belong together, whichever way the picture is turned
        const resolution = (Math.max(pixelsWide, pixelsHigh) / Math.max(right - left, top - bottom)) * 72;
        if (share >= DECIDING_SHARE) dpi = Math.max(dpi, resolution);
      };
      const count = Math.min(api.FPDFPage_CountObjects(page), MAX_OBJECTS);
      for (let i = 0; i < count; i++) visit(api.FPDFPage_GetObject(page, i), 1, 0);
    });
    const pictureShare = Math.min(covered, 1);
    return { widthPt, heightPt, dpi: Math.min(dpi, MAX_DPI), pictureShare, largestPicture, jpeg2000 };
  }

  /** Name of the filter that makes an image's pixels; empty when it has none. */
  private lastFilter(image: number, pointer: number): string {
    const count = this.api.FPDFImageObj_GetImageFilterCount(image);
    if (count < 1) return '';
    const bytes = this.api.FPDFImageObj_GetImageFilter(image, count - 1, pointer, FILTER_NAME_BYTES);
    // the length counts the closing zero; a name that does not fit is none that is known
    if (bytes < 1 || bytes > FILTER_NAME_BYTES) return '';
    return Buffer.from(this.memory.HEAPU8.subarray(pointer, pointer + bytes - 1)).toString('latin1');
  }

  /** How much a form enlarges what it contains; bounds inside a form are in the form's own space. */
  private matrixScale(object: number, pointer: number): number {
    if (!this.api.FPDFPageObj_GetMatrix(object, pointer)) return 1;
    const view = this.view();
    return Math.hypot(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true)) || 1;
  }

  private withPage<T>(index: number, use: (page: number) => T): T {
    const { bytesRead, bytesToOpen } = this.source;
    if (bytesRead > RENEWED_AFTER_BYTES + bytesToOpen * RENEWED_AFTER_OPENINGS) this.renew();
    const page = this.api.FPDF_LoadPage(this.handle, index);
    if (!page) throw new PdfiumError('page', `no page ${index + 1}`);
    try {
      return use(page);
    } finally {
      this.api.FPDF_ClosePage(page);
    }
  }

  private withMemory<T>(bytes: number, use: (pointer: number) => T): T {
    const pointer = this.memory.wasmExports.malloc(bytes);
    if (!pointer) throw new PdfiumError('memory', `no ${bytes} bytes`);
    try {
      return use(pointer);
    } finally {
      this.memory.wasmExports.free(pointer);
    }
  }

  /** Made anew for every use: the buffer is replaced when WASM memory grows. */
  private view(): DataView {
    return new DataView(this.memory.HEAPU8.buffer);
  }
}

/** Size in pixels at which a page is drawn, and pixels for a point. */
export function sizeInPixels(
  { widthPt, heightPt, dpi }: Pick<PageOutline, 'widthPt' | 'heightPt' | 'dpi'>,
  maxPixels: number,
): { width: number; height: number; scale: number } {
  let scale = dpi / 72;
  const pixels = widthPt * heightPt * scale * scale;
  if (pixels > maxPixels) scale *= Math.sqrt(maxPixels / pixels);
  const toPixels = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: toPixels(widthPt), height: toPixels(heightPt), scale };
}

/** PDFium marks hyphens at line ends with U+FFFE or U+0002 and unknown glyphs with 0. */
function readable(code: number): string {
  if (code === 0xfffe || code === 2) return '-';
  if (code === 0 || code > 0x10ffff || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return '';
  return String.fromCodePoint(code);
}
