import { filePartsOf, placesOf } from '../pdf/file-parts.js';

const KEY = '/EmbeddedFile';
const OVERLAP = { before: 0, after: 64 };

/** Whether a PDF holds a file at all. PDFium lists neither associated files nor those of late pages. */
export function holdsFiles(path: string): boolean {
  for (const { bytes } of filePartsOf(path, OVERLAP))
    // not the name tree, which may be empty
    for (const at of placesOf(bytes, KEY))
      if (!/[A-Za-z]/.test(String.fromCharCode(bytes[at + KEY.length] ?? 0))) return true;
  return false;
}
