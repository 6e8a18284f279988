import { open } from 'node:fs/promises';
import { PDFDocument, type PDFPage } from './pdf-lib.js';

const HEADER_BYTES = 1024;
const TAIL_BYTES = 64 * 1024;
/** Objects parsed before the event loop gets a turn; the child has nothing else to do then. */
const NEVER_YIELD = 1e9;

/** Whether the file says of itself, within its first 1024 bytes, that it is a PDF (the bound readers agree on). */
export async function hasPdfHeader(file: string): Promise<boolean> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } finally {
    await handle.close();
  }
}

/**
 * The number of objects the file's last trailer announces, or null without one. Read before parsing, as the parser
 * reads every object.
 */
export function announcedObjects(bytes: Buffer): number | null {
  const tail = bytes.subarray(Math.max(0, bytes.length - TAIL_BYTES)).toString('latin1');
  const start = /startxref\s+(\d+)(?![\s\S]*startxref)/.exec(tail);
  // a cross-reference stream carries its size in its own dictionary, wherever it lies
  const offset = Number(start?.[1] ?? bytes.length);
  const stream = offset < bytes.length ? bytes.subarray(offset, offset + HEADER_BYTES).toString('latin1') : '';
  const sizes = [...`${tail} ${stream}`.matchAll(/\/Size\s+(\d{1,10})/g)].map(([, size]) => Number(size));
  return sizes.length > 0 ? Math.max(...sizes) : null;
}

/**
 * The pages as objects, or null when this file is better left to PDFium alone: encrypted, too many objects, broken
 * in a way PDFium repairs, or seen differently by the two (`pageCount` is PDFium's, which is what people see).
 */
export async function readPages(bytes: Buffer, pageCount: number, maxObjects: number): Promise<PDFPage[] | null> {
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
    return pages.length === pageCount ? pages : null;
  } catch {
    // PDFium has opened the file, so it is only this parser that cannot; every page is drawn then
    return null;
  }
}
