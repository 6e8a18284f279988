/** Bounds of one document's processing. Times in milliseconds, memory in MiB, sizes in bytes. */
export interface PipelineLimits {
  /** Largest file; CONST-01. */
  fileBytes: number;
  pages: number;
  /** Largest picture that is taken over as it is. */
  liftedPixels: number;
  /**
   * A first sheet that is taken over is shown small first from so many pixels on, by what it is made of. On two
   * processors a colour scan of 48 megapixels was there in full before its first view would have been (1.3 s against
   * 1.5 s after its upload).
   */
  earlyPixels: { g4: number; jpeg: number };
  /** A page drawn by PDFium is drawn smaller rather than beyond this. */
  renderedPixels: number;
  /** Above this many objects the file is not parsed in JavaScript; PDFium reads it lazily. */
  pdfObjects: number;
  /** Data segment of the child (`ulimit -d`): bounds V8, Buffers, libvips and WASM together. */
  memoryMb: number;
  /** CPU of one child (`ulimit -t`); a child lives for one document at most. */
  cpuSeconds: number;
  /** From the start until the number of pages is known: CPU time of the child, as below. */
  openMs: number;
  /**
   * CPU time of the child for one page, so that a page is not to blame for a busy machine; pages that are made side by
   * side have the sum of their times. In case of doubt a page is tried once more alone before it is given up.
   */
  pageMs: number;
  /** On the clock, for opening and for one page: ends what waits for ever, or spins where CPU time is not told. */
  wallMs: number;
  /** The whole document. */
  documentMs: number;
  /** After this many lost children the document is given up instead of being started once more. */
  lostChildren: number;
}

/** As measured, 12 sheets of 48 megapixels need 380 MB and 6 CPU seconds. */
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
