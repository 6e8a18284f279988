import { getDocument, GlobalWorkerOptions, PDFDataRangeTransport, VerbosityLevel } from 'pdfjs-dist';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { FileLost } from './source.js';
import type { FilePart, PdfSource } from './source.js';

// Character maps, the 14 standard fonts and scan decoders (JPEG 2000, JBIG2), fetched on demand. Keys end in the file
// name that the library requests.
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

/** Bytes per request: a page of text, or a large part of a scan. */
const PIECE_BYTES = 256 * 1024;

/** Retry delays in milliseconds; the last one repeats. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000];

export interface OpeningPdf {
  promise: Promise<PDFDocumentProxy>;
  /** Stops loading and drawing, and frees the worker's memory. */
  close(): void;
}

export interface PdfLoading {
  /** Reading a later piece fails temporarily (true) or works again (false). */
  onStalled(isStalled: boolean): void;
  onLost(error: FileLost): void;
}

/** By range requests: only the displayed parts are fetched. */
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
      // security: forms and scripts of uploaded files are not run
      enableXfa: false,
      // defects of uploaded files do not belong in the console
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

/** Range transport: serves the library's requests, even when the signed address changes. */
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

  /** Retries until the piece arrives or the file is lost: the library cannot handle a failed piece. */
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
