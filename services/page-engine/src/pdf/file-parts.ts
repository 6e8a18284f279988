/** Reads a PDF in parts, to search its bytes without PDFium. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Read at a time. */
const PART_BYTES = 16 << 20;

export interface FilePart {
  fd: number;
  /** Of the bytes in the file. */
  start: number;
  bytes: Buffer;
  /** Whether a place belongs to this part and not to a neighbour that overlaps it. */
  isOwn: (at: number) => boolean;
}

/** @param overlap bytes that each part has in common with the one before and after it */
export function* filePartsOf(path: string, overlap: { before: number; after: number }): Generator<FilePart> {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    for (let from = 0; from < size; from += PART_BYTES) {
      const start = Math.max(0, from - overlap.before);
      const bytes = readBytes(fd, start, Math.min(size, from + PART_BYTES + overlap.after) - start);
      yield { fd, start, bytes, isOwn: (at) => start + at >= from && start + at < from + PART_BYTES };
    }
  } finally {
    closeSync(fd);
  }
}

export function readBytes(fd: number, from: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for (;;) {
    const read = readSync(fd, bytes, filled, length - filled, from + filled);
    filled += read;
    if (read === 0 || filled === length) return bytes.subarray(0, filled);
  }
}

export function* placesOf(bytes: Buffer, text: string): Generator<number> {
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + text.length)) yield at;
}
