import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist';
import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

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

/**
 * Starts to load a PDF: what is seen first comes first, by range requests. The caller destroys the task.
 *
 * @param address signed, of the file itself
 */
export function loadPdf(address: string): PDFDocumentLoadingTask {
  return getDocument({
    url: address,
    CMapReaderFactory: CharacterMaps,
    StandardFontDataFactory: StandardFonts,
    WasmFactory: Decoders,
    useWorkerFetch: false,
    isEvalSupported: false,
  });
}
