import { closeSync, openSync, readSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { PDFDocument, type PDFPage, PDFRawStream } from './pdf-lib.js';

const HEADER_BYTES = 1024;
const TAIL_BYTES = 64 * 1024;
/** Per event loop turn; the child has nothing else to do. */
const NEVER_YIELD = 1e9;

/** Within the first 1024 bytes, as readers agree. */
export async function hasPdfHeader(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await handle.close();
  }
}

/** By the last trailer; null if absent. Checked first, as the parser reads every object. */
export function announcedObjects(bytes: Buffer): number | null {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString('latin1');
  const start = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail);
  // a cross-reference stream has it in its own dictionary
  const offset = Number(start?.[1] ?? bytes.length);
  const stream = offset < bytes.length ? bytes.subarray(offset, offset + HEADER_BYTES).toString('latin1') : '';
  const sizes = [...`${tail} ${stream}`.matchAll(/\/Size\s+(\d{1,10})/g)].map(([, size]) => Number(size));
  return sizes.length > 0 ? Math.max(...sizes) : null;
}

/** Still encoded. */
export type StreamBytes = (stream: PDFRawStream) => Uint8Array;

/** Content stays in the file until needed. */
export interface PdfObjects {
  pages: readonly PDFPage[];
  bytesOf: StreamBytes;
}

/**
 * Null if PDFium alone should handle the file: encrypted, too many objects, damaged, or another page count than
 * PDFium's.
 */
export async function readObjects(file: string, pageCount: number, maxObjects: number): Promise<PdfObjects | null> {
  const bytes = await readFile(file);
  const objects = announcedObjects(bytes);
  if (objects === null || objects > maxObjects) return null;
  try {
    const document = await PDFDocument.load(bytes, {
      updateMetadata: false,
      ignoreEncryption: true,
      throwOnInvalidObject: false,
      parseSpeed: NEVER_YIELD,
    });
    if (document.isEncrypted) return null;
    const pages = document.getPages();
    return pages.length === pageCount ? { pages, bytesOf: leaveInFile(document, bytes, file) } : null;
  } catch {
    // every page is rendered
    return null;
  }
}

/** Detaches streams from the file buffer: one view would keep all of it (up to 200 MB). */
function leaveInFile(document: PDFDocument, file: Buffer, path: string): StreamBytes {
  const places = new WeakMap<PDFRawStream, { at: number; length: number }>();
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFRawStream) || object.contents.buffer !== file.buffer) continue;
    places.set(object, { at: object.contents.byteOffset - file.byteOffset, length: object.contents.length });
    const holder: { contents: Uint8Array } = object;
    holder.contents = NOTHING;
  }
  return (stream) => {
    const place = places.get(stream);
    return place ? readPart(path, place.at, place.length) : stream.contents;
  };
}

const NOTHING = new Uint8Array();

function readPart(path: string, at: number, length: number): Uint8Array {
  const part = Buffer.allocUnsafeSlow(length);
  const fd = openSync(path, 'r');
  try {
    for (let filled = 0; filled < length;) {
      const read = readSync(fd, part, filled, length - filled, at + filled);
      if (read === 0) throw new Error(`${path} has become shorter`);
      filled += read;
    }
  } finally {
    closeSync(fd);
  }
  return part;
}
