/** For one document; milliseconds, MiB, bytes. */
export interface PipelineLimits {
  /** CONST-01. */
  fileBytes: number;
  pages: number;
  /** Largest picture copied without re-rendering. */
  liftedPixels: number;
  /**
   * From this many pixels a copied first sheet gets a small preview first. Below, the full page is ready sooner (48
   * megapixels colour: 1.3 s against 1.5 s).
   */
  earlyPixels: { g4: number; jpeg: number };
  /** PDFium renders larger pages scaled down to this. */
  renderedPixels: number;
  /** Above this many objects the file is not parsed in JavaScript; PDFium reads it lazily. */
  pdfObjects: number;
  /** Data segment of the child (`ulimit -d`): V8, Buffers, libvips and WASM together. */
  memoryMb: number;
  /** Of one child (`ulimit -t`), which handles at most one document. */
  cpuSeconds: number;
  /** Child CPU time from start until the page count is known. */
  openMs: number;
  /**
   * CPU time, as a busy machine is not the page's fault. Concurrent pages share the sum; a page over the limit is
   * retried alone before it fails.
   */
  pageMs: number;
  /** Clock limit for opening and for one page, against hangs. */
  wallMs: number;
  documentMs: number;
  lostChildren: number;
}

/** Measured: 12 sheets of 48 megapixels need 380 MB and 6 CPU seconds. */
export const DEFAULT_LIMITS: PipelineLimits = {
  fileBytes: 209_715_200,
  pages: 2_000,
  liftedPixels: 300e6,
  earlyPixels: { g4: 16e6, jpeg: 80e6 },
  renderedPixels: 200e6,
  pdfObjects: 50_000,
  memoryMb: 1_536,
  cpuSeconds: 3_600,
  openMs: 30_000,
  pageMs: 30_000,
  wallMs: 600_000,
  documentMs: 3_600_000,
  lostChildren: 10,
};
