import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { FileLost } from './source.js';
import type { FilePart, PdfSource } from './source.js';

// Character maps, the 14 standard fonts and the decoders of scans (JPEG 2000, JBIG2) that documents may need; each is
// fetched when a document asks for it. Keys end in the name that the library asks for.
const characterMaps = import.meta.glob<string>('../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const standardFonts = import.meta.glob<string>('../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const decoders = import.meta.glob<string>('../../../node_modules/pdfjs-dist/wasm/*.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});

GlobalWorkerOptions.workerSrc = workerUrl;

async function fetchPart(parts: Record<string, string>, name: string): Promise<Uint8Array> {
  const address = Object.entries(parts).find(([path]) => path.endsWith(`/${name}`))?.[1];
  if (!address) throw new Error(`The PDF library has no part named ${name}`);
  const response = await fetch(address);
  if (!response.ok) throw new Error(`The PDF library's part ${name} could not be loaded: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

class CharacterMaps {
  async fetch({ name }: { name: string }) {
    return { cMapData: await fetchPart(characterMaps, `${name}.bcmap`), isCompressed: true };
  }
}

class StandardFonts {
  fetch({ filename }: { filename: string }) {
    return fetchPart(standardFonts, filename);
  }
}

class Decoders {
  fetch({ filename }: { filename: string }) {
    return fetchPart(decoders, filename);
  }
}

/** Bytes asked for at once: a page of text, or a good part of a scan. */
const PIECE_BYTES = 256 * 1024;

/** A piece that could not be read is asked for again after these times, in milliseconds; the last holds on. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000];

export interface OpeningPdf {
  promise: Promise<PDFDocumentProxy>;
  /** Ends everything: loading, drawing, the worker's memory. */
  close(): void;
}

export interface PdfLoading {
  /** A later piece can't be read at the moment (true) or can again (false). */
  onStalled(isStalled: boolean): void;
  /** The file was deleted while it is open. */
  onLost(error: FileLost): void;
}

/** Opens a PDF by its pieces: what is looked at is fetched, the rest is not. */
export function openPdf(source: PdfSource, loading: PdfLoading): OpeningPdf {
  const aborting = new AbortController();
  const { signal } = aborting;
  let task: PDFDocumentLoadingTask | undefined;
  const open = async (): Promise<PDFDocumentProxy> => {
    const first = await source.read(0, PIECE_BYTES, signal);
    signal.throwIfAborted();
    const isWhole = first.bytes.length >= first.total;
    task = getDocument({
      ...(isWhole ? { data: first.bytes } : { range: new Pieces(source, first, signal, loading) }),
      rangeChunkSize: PIECE_BYTES,
      disableAutoFetch: true,
      disableStream: true,
      CMapReaderFactory: CharacterMaps,
      StandardFontDataFactory: StandardFonts,
      WasmFactory: Decoders,
      useWorkerFetch: false,
      isEvalSupported: false,
      // forms and scripts of a file that somebody uploaded are not run
      enableXfa: false,
      // what is odd about a file of others is not this application's to warn about in the console
      verbosity: VerbosityLevel.ERRORS,
    });
    return task.promise;
  };
  return {
    promise: open(),
    close: () => {
      aborting.abort();
      void task?.destroy();
    },
  };
}

/** Hands the library the pieces that it asks for, however often the address changes meanwhile. */
class Pieces extends PDFDataRangeTransport {
  private stalled = 0;

  constructor(
    private readonly source: PdfSource,
    first: FilePart,
    private readonly signal: AbortSignal,
    private readonly loading: PdfLoading,
  ) {
    super(first.total, first.bytes);
  }

  override requestDataRange(begin: number, end: number): void {
    void this.fetchPiece(begin, end);
  }

  /** The library knows no failed piece: it is asked for until it comes, or the file turns out to be lost. */
  private async fetchPiece(begin: number, end: number): Promise<void> {
    for (let attempt = 0; !this.signal.aborted; attempt++) {
      try {
        const { bytes } = await this.source.read(begin, end, this.signal);
        if (attempt > 0) this.count(-1);
        if (!this.signal.aborted) this.onDataRange(begin, bytes);
        return;
      } catch (error) {
        if (this.signal.aborted) return;
        if (error instanceof FileLost) {
          this.loading.onLost(error);
          return;
        }
        if (attempt === 0) this.count(1);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
      }
    }
  }

  private count(change: 1 | -1): void {
    this.stalled += change;
    this.loading.onStalled(this.stalled > 0);
  }
}
