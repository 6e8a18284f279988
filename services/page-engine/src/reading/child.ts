/** Entry point of the child that reads one untrusted PDF. Started by `page-reader.ts`. */
import { open as openFile } from 'node:fs/promises';
import { documentFailures, PipelineFailure } from '../children/failures.js';
import { DEFAULT_LIMITS } from '../children/limits.js';
import { APPEARANCE_SIZE, appearanceOf } from '../classification/appearance.js';
import { type PageOutline, PdfiumError } from '../pdf/page.js';
import { startPdfium } from '../pdf/pdfium.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { sizeInPixels } from '../pdf/pdfium-outline.js';
import type { PagePicture } from './audit.js';
import { ownText } from './own-text.js';
import type { PictureSize, ReadingMessage, ReadingTask, ReadPage } from './messages.js';
import { readPageMetadata } from './page-metadata.js';

process.on('disconnect', () => process.exit(0));

const send = (message: ReadingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!process.send) return reject(new Error('This program is started by the page reader only.'));
    process.send(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

/** Bytes within which readers search for the PDF signature. */
const HEADER_BYTES = 1024;

async function checkFile({ file, maxBytes }: ReadingTask): Promise<void> {
  const handle = await openFile(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw documentFailures.emptyFile();
    if (size > maxBytes) throw documentFailures.tooLarge(maxBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (!buffer.subarray(0, bytesRead).includes('%PDF-')) throw documentFailures.notAPdf();
  } finally {
    await handle.close();
  }
}

async function open(task: ReadingTask): Promise<PdfiumDocument> {
  const { file, maxPages } = task;
  await checkFile(task);
  const pdfium = await startPdfium();
  try {
    const document = pdfium.open(file);
    if (document.pageCount < 1) throw documentFailures.empty();
    if (document.pageCount > maxPages) throw documentFailures.tooManyPages(document.pageCount, maxPages);
    return document;
  } catch (error) {
    if (error instanceof PipelineFailure) throw error;
    if (error instanceof PdfiumError && error.kind === 'encrypted') throw documentFailures.encrypted();
    throw documentFailures.broken(error instanceof Error ? error.message : String(error));
  }
}

async function readPage(
  document: PdfiumDocument,
  pageNumber: number,
  { category, pictures, compare }: ReadingTask,
): Promise<ReadPage> {
  const index = pageNumber - 1;
  const { outline, size, text } = document.keeping(index, () => {
    const outlined = document.outline(index);
    const wanted = pictures[pageNumber] ?? sizeOf(outlined);
    return {
      outline: outlined,
      size: wanted,
      text: ownText(document.text(index, wanted.width, wanted.height), wanted),
    };
  });
  const { widthPt, heightPt, pictureShare } = outline;
  const { width, height, dpi } = size;
  const names = document.names(index);
  const metadata = readPageMetadata({ ...text, category, width, height, dpi, pictureShare, names });
  const picture = compare[pageNumber];
  const audited = picture && { matchesRendering: await isSameAsDrawn(document, pageNumber, picture) };
  return { pageNumber, widthPt, heightPt, pictureShare, width, height, dpi, ...text, metadata, ...audited };
}

/** Expected picture size of a page without a picture. */
function sizeOf(outline: PageOutline): PictureSize {
  const { width, height, scale } = sizeInPixels(outline, DEFAULT_LIMITS.renderedPixels);
  return { width, height, dpi: Math.round(scale * 72) };
}

/** Imports sharp lazily. */
async function isSameAsDrawn(document: PdfiumDocument, pageNumber: number, picture: PagePicture): Promise<boolean> {
  const { matchesRendering } = await import('./audit.js');
  return matchesRendering(document, pageNumber, picture);
}

/** Reports a page PDFium rejects as unreadable; a trap ends the process, and the parent continues with another. */
async function readOrRefuse(document: PdfiumDocument, pageNumber: number, task: ReadingTask): Promise<ReadingMessage> {
  try {
    return { type: 'page', page: await readPage(document, pageNumber, task) };
  } catch (error) {
    if (error instanceof PdfiumError) return { type: 'unreadable', pageNumber };
    throw error;
  }
}

/** At thumbnail size for visual classification; skipped on failure. */
async function measureFirstPage(document: PdfiumDocument): Promise<void> {
  try {
    const outline = document.outline(0);
    const dpi = (APPEARANCE_SIZE * 72) / Math.max(outline.widthPt, outline.heightPt, 1);
    await send({
      type: 'appearance',
      appearance: appearanceOf(document.render(0, { ...outline, dpi }, APPEARANCE_SIZE ** 2)),
    });
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
  }
}

async function run(task: ReadingTask): Promise<void> {
  try {
    const document = await open(task);
    await send({ type: 'opened', pageCount: document.pageCount });
    const last = Math.min(task.lastPage, document.pageCount);
    const skip = new Set(task.skip);
    const only = task.only.length > 0 ? new Set(task.only) : undefined;
    // the parent assumes the next page unless notified
    let expected = task.firstPage;
    for (let pageNumber = task.firstPage; pageNumber <= last; pageNumber++) {
      if (skip.has(pageNumber) || only?.has(pageNumber) === false) continue;
      if (pageNumber !== expected) await send({ type: 'begun', pageNumber });
      await send(await readOrRefuse(document, pageNumber, task));
      expected = pageNumber + 1;
    }
    if (task.appearance) await measureFirstPage(document);
    await send({ type: 'finished' });
  } catch (error) {
    if (!(error instanceof PipelineFailure)) throw error;
    const { reason, message, detail } = error;
    await send({ type: 'failed', reason, message, detail });
  }
  process.exit(0);
}

process.on('message', (task: ReadingTask) => {
  run(task).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  });
});
