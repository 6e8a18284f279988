import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { DEFAULT_LIMITS } from '../children/limits.js';
import type { HiddenObjects } from './annotation-layers.js';
import type { FinerMasks } from './finer-masks.js';
import { namesOfPage, type DocumentNames, type FileNames } from './file-names.js';
import { PdfiumError, type PageOutline, type PrintedText, type RenderedPage } from './page.js';
import { flattenAnnotations, prepareAnnotations, withFields, type DrawFields } from './pdfium-annotations.js';
import type { PdfiumMemory } from './pdfium-memory.js';
import { fontNamesOf } from './pdfium-fonts.js';
import { readDocumentNames } from './pdfium-names.js';
import { outlineOf, sizeInPixels } from './pdfium-outline.js';
import { readText } from './pdfium-text.js';
import type { PicturePattern } from './picture-patterns.js';
import { Repeats } from './repeats.js';
import type { UserUnits } from './page-objects.js';

/** Strips of 16 MB are 20 % faster than one bitmap, with a third of its memory. */
const STRIP_BYTES = 16e6;
const MIN_STRIP = 64;
/** A page of 120 MP reads about 20 MB; reopening costs a few milliseconds. */
const RENEWED_AFTER_BYTES = 32e6;
/** Limits the share of reads for reopening. */
const RENEWED_AFTER_OPENINGS = 4;

// constants of fpdfview.h
const BITMAP_BGR = 2;
const DRAW_ANNOTATIONS = 0x01;
const REVERSE_BYTE_ORDER = 0x10;
const WHITE = 0xffffffff;
/** Larger than any page. */
const EVERYTHING = 1e7;

export interface PdfiumSource {
  bytesRead: number;
  /** Whole file if its cross-reference table is broken. */
  bytesToOpen: number;
  mayHaveLayers(): boolean;
  /** Reopens the file; 0 if PDFium rejects it. */
  load(): number;
  release(): void;
  /** Without calling the module. */
  abandon(): void;
}

export type NamesOutcome = { names: DocumentNames } | { lost: string };

/** Pages are 0-based, as in PDFium. */
export class PdfiumDocument {
  readonly pageCount: number;
  /** Read on first use; null if unreadable. */
  private calledSo: DocumentNames | null | undefined;
  /** Page kept open by {@link keeping}. */
  private kept: { index: number; page: number; isAnnotated: boolean } | undefined;
  /** Pages that {@link text} has changed: not to be opened again. */
  private readonly changed = new Set<number>();
  private layers: boolean | undefined;
  private readonly repeats = new Repeats();
  /** Read on first use. */
  private masks: FinerMasks | undefined;
  /** Read on first use. */
  private patterns: readonly PicturePattern[] | undefined;
  /** Read on first use. */
  private hidden: HiddenObjects | undefined;

  constructor(
    private readonly api: WrappedPdfiumModule,
    private readonly memory: PdfiumMemory,
    private handle: number,
    private readonly source: PdfiumSource,
    private readonly namesOutside: () => NamesOutcome,
    private readonly units: UserUnits,
    private readonly readMasks: () => FinerMasks,
    private readonly readPatterns: () => readonly PicturePattern[],
    private readonly readHidden: () => HiddenObjects,
  ) {
    this.pageCount = api.FPDF_GetPageCount(handle);
  }

  close(): void {
    this.api.FPDF_CloseDocument(this.handle);
    this.source.release();
  }

  /** After a module failure: releases the file; memory goes with the module. */
  abandon(): void {
    this.source.abandon();
  }

  /** Reopens the document: PDFium caches every object, and 1,000 scans would fill its memory. */
  private renew(): void {
    this.changed.clear();
    this.api.FPDF_CloseDocument(this.handle);
    this.handle = this.source.load();
    if (!this.handle) throw new PdfiumError('format', `PDFium error ${this.api.FPDF_GetLastError()} on opening again`);
  }

  /** Keeps a page open during `use`, so it is parsed once. Do not query other pages inside. */
  keeping<T>(index: number, use: () => T): T {
    return this.withPage(index, (page, isAnnotated) => {
      this.kept = { index, page, isAnnotated };
      try {
        return use();
      } finally {
        this.kept = undefined;
      }
    });
  }

  /** For what the file holds beside its pages. @param use receives the document's handle */
  beside<T>(use: (api: WrappedPdfiumModule, memory: PdfiumMemory, handle: number) => T): T {
    return use(this.api, this.memory, this.handle);
  }

  outline(index: number): PageOutline {
    const { units } = this;
    return this.withPage(index, (page) => {
      const unit = units.size === 0 ? 1 : (units.get(this.api.EPDFPage_GetObjectNumber(page)) ?? 1);
      return outlineOf(this.api, this.memory, page, unit, {
        masks: () => (this.masks ??= this.readMasks()),
        patterns: () => (this.patterns ??= this.readPatterns()),
      });
    });
  }

  /**
   * Names for this page; empty if unreadable.
   *
   * @param onLost called once per document
   */
  names(index: number, onLost?: (why: string) => void): FileNames {
    const called = this.documentNames(onLost);
    if (!called) return {};
    const { bookmarks, labels, title, subject } = called;
    return namesOfPage(index, bookmarks, { label: labels[index], title, subject });
  }

  /** Null if unreadable. @param onLost called once per document */
  documentNames(onLost?: (why: string) => void): DocumentNames | null {
    if (this.calledSo !== undefined) return this.calledSo;
    const outcome = this.namesOutside();
    if ('lost' in outcome) onLost?.(outcome.lost);
    return (this.calledSo = 'names' in outcome ? outcome.names : null);
  }

  /** Names of the fonts of a page's text, without repetitions; of its first thousands of objects. */
  fonts(index: number): string[] {
    return this.withPage(index, (page) => fontNamesOf(this.api, this.memory, page));
  }

  /** May crash this module: {@link names} uses a separate one. */
  readNames(cpuMs: number): DocumentNames {
    return readDocumentNames(this.api, this.handle, Math.min(this.pageCount, DEFAULT_LIMITS.pages), this.memory, cpuMs);
  }

  /**
   * With annotations on white, reduced to `maxPixels`.
   * @param halvings pyramid level below full size
   */
  render(index: number, outline: PageOutline, maxPixels: number, halvings = 0): RenderedPage {
    const { api } = this;
    const full = sizeInPixels(outline, maxPixels);
    const scale = full.scale / 2 ** halvings;
    const width = Math.ceil(full.width / 2 ** halvings);
    const height = Math.ceil(full.height / 2 ** halvings);
    const stride = width * 3;
    const rows = Math.min(height, Math.max(MIN_STRIP, Math.floor(STRIP_BYTES / stride)));
    const flags = REVERSE_BYTE_ORDER | DRAW_ANNOTATIONS;
    const draw = (page: number, drawFields?: DrawFields): RenderedPage =>
      this.memory.with(stride * rows, (pointer) => {
        const data = Buffer.allocUnsafeSlow(stride * height);
        for (let top = 0; top < height; top += rows) {
          const bitmap = api.FPDFBitmap_CreateEx(width, rows, BITMAP_BGR, pointer, stride);
          if (!bitmap) throw new PdfiumError('memory', `no bitmap of ${width} x ${rows}`);
          api.FPDFBitmap_FillRect(bitmap, 0, 0, width, rows, WHITE);
          api.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, flags);
          drawFields?.(bitmap, top, width, height, flags);
          api.FPDFBitmap_Destroy(bitmap);
          const filled = stride * Math.min(rows, height - top);
          data.set(this.memory.bytes.subarray(pointer, pointer + filled), stride * top);
        }
        return { width, height, dpi: scale * 72, data };
      });
    return this.withPage(index, (page, isAnnotated) =>
      isAnnotated ? withFields(api, this.handle, page, (drawFields) => draw(page, drawFields)) : draw(page),
    );
  }

  /** For a picture of `width` x `height` pixels. */
  text(index: number, width: number, height: number): PrintedText {
    const { api, memory } = this;
    const mayHaveLayers = (): boolean => (this.layers ??= this.source.mayHaveLayers());
    return this.withPage(index, (page, isAnnotated) => {
      const open = { memory, width, height, mayHaveLayers, repeats: this.repeats };
      if (!isAnnotated) return readText(api, { ...open, page, ownObjects: Infinity });
      const ownObjects = api.FPDFPage_CountObjects(page);
      if (flattenAnnotations(api, page)) this.changed.add(index);
      return this.withLoaded(index, (flat) => readText(api, { ...open, page: flat, ownObjects }));
    });
  }

  /** @param use `isAnnotated`: annotations may have letters, or cover some */
  private withPage<T>(index: number, use: (page: number, isAnnotated: boolean) => T): T {
    if (this.kept?.index === index) return use(this.kept.page, this.kept.isAnnotated);
    const { bytesRead, bytesToOpen } = this.source;
    const isFull = bytesRead > RENEWED_AFTER_BYTES + bytesToOpen * RENEWED_AFTER_OPENINGS;
    if (isFull || this.changed.has(index)) this.renew();
    const hidden = (): HiddenObjects => (this.hidden ??= this.readHidden());
    return this.withLoaded(index, (page) => use(page, prepareAnnotations(this.api, this.memory, page, hidden)));
  }

  private withLoaded<T>(index: number, use: (page: number) => T): T {
    const page = this.api.FPDF_LoadPage(this.handle, index);
    if (!page) throw new PdfiumError('page', `no page ${index + 1}`);
    this.ignoreCropOutside(page);
    try {
      return use(page);
    } finally {
      this.api.FPDF_ClosePage(page);
    }
  }

  /** A crop box outside of the media box leaves nothing visible; other readers show the media box. */
  private ignoreCropOutside(page: number): void {
    if (this.api.FPDF_GetPageWidthF(page) > 0 && this.api.FPDF_GetPageHeightF(page) > 0) return;
    this.api.FPDFPage_SetCropBox(page, -EVERYTHING, -EVERYTHING, EVERYTHING, EVERYTHING);
  }
}
