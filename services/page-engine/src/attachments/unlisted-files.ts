import { closeSync, fstatSync, openSync } from 'node:fs';
import { placesOf, readBytes } from '../pdf/user-units.js';

const KEY = '/EmbeddedFile';
/** Read at a time. */
const PART_BYTES = 16 << 20;
const OVERLAP_BYTES = 64;

/** Whether a PDF holds a file at all. PDFium lists neither associated files nor those of late pages. */
export function holdsFiles(path: string): boolean {
  const fd = openSync(path, 'r');
  try {
    const { size } = fstatSync(fd);
    for (let from = 0; from < size; from += PART_BYTES) {
      const bytes = readBytes(fd, from, Math.min(size, from + PART_BYTES + OVERLAP_BYTES) - from);
      // not the name tree, which may be empty
      for (const at of placesOf(bytes, KEY))
        if (!/[A-Za-z]/.test(String.fromCharCode(bytes[at + KEY.length] ?? 0))) return true;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}
