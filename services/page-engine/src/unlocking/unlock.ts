/** Writes the copy, in the child process. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { PdfiumError } from '../pdf/page.js';
import { startPdfium } from '../pdf/pdfium.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { unlockFailures } from './failures.js';
import type { UnlockTask } from './unlock-pdf.js';

// constants of fpdf_save.h
const REMOVE_SECURITY = 3;
const WRITER_VERSION = 1;

export async function unlock({ file, to, password, maxBytes }: UnlockTask): Promise<void> {
  const pdfium = await startPdfium({ names: false });
  let document: PdfiumDocument;
  try {
    document = pdfium.open(file, password);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    throw error.kind === 'encrypted' ? unlockFailures.wrongPassword() : unlockFailures.damaged(error.message);
  }
  const target = openSync(to, 'wx', 0o600);
  try {
    let written = 0;
    const isWritten = document.beside((api, memory, handle) => {
      const writeBlock = memory.addFunction((_writer, data, length) => {
        written += length;
        if (written > maxBytes) return 0;
        writeSync(target, memory.bytes.subarray(data, data + length));
        return 1;
      }, 'iiii');
      const writer = memory.allocate(8);
      const view = memory.view();
      view.setUint32(writer, WRITER_VERSION, true);
      view.setUint32(writer + 4, writeBlock, true);
      return api.FPDF_SaveAsCopy(handle, writer, REMOVE_SECURITY);
    });
    if (written > maxBytes) throw unlockFailures.tooLarge();
    if (!isWritten) throw unlockFailures.damaged('PDFium could not save it');
  } finally {
    closeSync(target);
  }
}
