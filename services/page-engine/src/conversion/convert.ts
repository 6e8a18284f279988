/** Turns a picture, or a ZIP of pictures and PDFs, into a PDF, in the child process. */
import { open, readFile, rename, stat, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ATTACHED_FILES, lookBeside } from '../attachments/look.js';
import type { Bookmark } from '../pdf/file-names.js';
import { PdfiumError } from '../pdf/page.js';
import { startPdfium, type Pdfium } from '../pdf/pdfium.js';
import { PDFDict, PDFDocument, PDFName } from '../pdf/pdf-lib.js';
import { UnlockFailure } from '../unlocking/failures.js';
import { unlock } from '../unlocking/unlock.js';
import { PageAppender } from './append-pages.js';
import { writeBookmarks } from './bookmarks.js';
import { DOCUMENT_HEAD_BYTES, documentTypeOf, isOfficeEntry, type DocumentType } from './document-type.js';
import { ConversionFailure, conversionFailures, damagedBy } from './failures.js';
import { jp2Sheet } from './from-jp2.js';
import { jpegSheet } from './from-jpeg.js';
import { pngSheet } from './from-png.js';
import { tiffSheets } from './from-tiff.js';
import type { ConversionLimits, ConversionTask, Converted, Notice } from './messages.js';
import { SheetWriter, type Sheet } from './page-sheet.js';
import { PdfFile } from './pdf-file.js';
import { ZipFile, type ZipEntry } from './zip-file.js';

type PictureType = Exclude<DocumentType, 'pdf' | 'zip'>;

interface Work {
  folder: string;
  limits: ConversionLimits;
  notices: Notice[];
}

/** @throws ConversionFailure */
export async function convert({ file, type, pdf, folder, limits }: ConversionTask): Promise<Converted> {
  const work: Work = { folder, limits, notices: [] };
  const pages = type === 'zip' ? await convertZip(file, pdf, work) : await writePages(pdf, [{ file, type }], work);
  return { pages, notices: work.notices };
}

interface PictureFile {
  file: string;
  type: PictureType;
  /** Within a ZIP: the unpacked file is removed when its pages are written, so it does not fill the disk. */
  name?: string;
  bookmark?: string;
}

async function writePages(pdf: string, pictures: readonly PictureFile[], work: Work): Promise<number> {
  const out = await PdfFile.create(pdf, work.limits.pdfBytes);
  try {
    const writer = new SheetWriter(out);
    const write = async ({ file, type, bookmark }: PictureFile): Promise<void> => {
      const first = writer.count;
      for await (const sheet of sheetsOf(file, type, work)) {
        if (writer.count >= work.limits.pages) throw conversionFailures.tooManyPages(work.limits.pages);
        await writer.add(sheet, writer.count === first ? bookmark : undefined);
      }
    };
    for (const picture of pictures) {
      if (picture.name === undefined) await write(picture);
      else {
        await within(picture.name, () => write(picture));
        await unlink(picture.file);
      }
    }
    await writer.finish();
    return writer.count;
  } finally {
    await out.close();
  }
}

async function* sheetsOf(file: string, type: PictureType, { folder, limits, notices }: Work): AsyncGenerator<Sheet> {
  try {
    switch (type) {
      case 'jpeg':
        yield await jpegSheet(await readFile(file), limits.pixels);
        return;
      case 'png':
        yield await pngSheet(file, folder, limits.pixels);
        return;
      case 'jp2':
        yield jp2Sheet(await readFile(file), limits.pixels);
        return;
      case 'tiff':
        yield* tiffSheets({ file, folder, limits, notices });
    }
  } catch (error) {
    // offsets beyond the file
    if (error instanceof RangeError) throw conversionFailures.damaged(error.message);
    throw error;
  }
}

/** Written by operating systems and not by people. */
const LITTER = /(^|\/)(__MACOSX\/.*|\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
const MOST_NAMES = 5;

const naturally = new Intl.Collator('en', { numeric: true });
const baseOf = (name: string): string => path.posix.basename(name.replaceAll('\\', '/'));

async function convertZip(file: string, pdf: string, work: Work): Promise<number> {
  const zip = await ZipFile.open(file, work.limits);
  try {
    if (zip.entries.some(({ name }) => isOfficeEntry(name))) throw conversionFailures.office();
    const wanted = zip.entries.filter(({ name }) => !name.endsWith('/') && !LITTER.test(name));
    wanted.sort((a, b) => naturally.compare(a.name, b.name));
    const parts: ZipPart[] = [];
    const others: string[] = [];
    for (const [index, entry] of wanted.entries()) {
      const part = await unpacked(zip, entry, path.join(work.folder, `entry-${index}`));
      if (part) parts.push(part);
      else others.push(baseOf(entry.name));
    }
    if (parts.length === 0) throw conversionFailures.nothingToShow();
    if (others.length > 0) work.notices.push(notShown(others));
    return await joined(parts, pdf, work);
  } finally {
    await zip.close();
  }
}

interface ZipPart {
  file: string;
  type: PictureType | 'pdf';
  /** Without folders. */
  name: string;
}

/** Null for a file that cannot be shown. */
async function unpacked(zip: ZipFile, entry: ZipEntry, to: string): Promise<ZipPart | null> {
  const name = baseOf(entry.name);
  await within(name, () => zip.unpack(entry, to));
  const type = documentTypeOf(await headOf(to));
  if (type === 'zip') throw conversionFailures.nestedZip(name);
  if (type) return { file: to, type, name };
  await unlink(to);
  return null;
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(DOCUMENT_HEAD_BYTES), 0, DOCUMENT_HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Names the file that a failure is about; failures of the ZIP itself stay as they are. */
async function within<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isOfZip = ['unpacks_too_large', 'protected_zip', 'too_many_files', 'too_large_as_pdf', 'too_many_pages'];
    if (!(error instanceof ConversionFailure) || isOfZip.includes(error.reason)) throw error;
    throw conversionFailures.within(name, error);
  }
}

function notShown(names: readonly string[]): Notice {
  const shown = names.slice(0, MOST_NAMES).join(', ');
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const [files, are] = names.length === 1 ? ['1 file', 'is'] : [`${names.length} files`, 'are'];
  return {
    code: 'files_not_shown',
    message:
      `This ZIP holds ${files} (${shown}${more}) that ${are} not shown: only PDF, TIFF, JPEG, PNG and JPEG 2000 ` +
      'files are. Download the original to open them.',
  };
}

/** Pictures first become PDFs, so PDFs between them keep their place. */
async function joined(parts: readonly ZipPart[], pdf: string, work: Work): Promise<number> {
  const pictures = parts.filter(isPicture);
  const titled = (part: ZipPart): string => part.name.replace(/\.[^.]+$/, '');
  if (pictures.length === parts.length) {
    const named = pictures.map((part) => ({ ...part, bookmark: titled(part) }));
    return writePages(pdf, named, work);
  }
  const [only, ...others] = parts;
  if (only && others.length === 0) {
    if ((await stat(only.file)).size > work.limits.pdfBytes)
      throw conversionFailures.tooLargeAsPdf(work.limits.pdfBytes);
    await rename(only.file, pdf);
    return 0;
  }
  const whole = await PDFDocument.create({ updateMetadata: false });
  const appender = new PageAppender(whole);
  const pdfium = await startPdfium();
  const bookmarks: Bookmark[] = [];
  for (const part of parts) {
    await within(part.name, async () => {
      const source = isPicture(part) ? `${part.file}.pdf` : part.file;
      if (isPicture(part)) {
        await writePages(source, [{ file: part.file, type: part.type }], work);
        await unlink(part.file);
      }
      const first = whole.getPageCount();
      const shown = shownIn(pdfium, source, first);
      bookmarks.push({ title: titled(part), page: first, depth: 0 }, ...shown.bookmarks);
      const appended = await appendPages(appender, source, work.limits.pages - first, work.limits);
      if (appended.getPageCount() < shown.pages) throw conversionFailures.damaged(`${shown.pages} pages`);
      if (mayShowLess(appended)) work.notices.push(...(await noticesOf(source, part.name)));
      await unlink(source);
    });
  }
  appender.finish();
  writeBookmarks(whole, bookmarks);
  const bytes = await whole.save({ useObjectStreams: false });
  if (bytes.length > work.limits.pdfBytes) throw conversionFailures.tooLargeAsPdf(work.limits.pdfBytes);
  await writeFile(pdf, bytes);
  return whole.getPageCount();
}

const isPicture = (part: ZipPart): part is ZipPart & { type: PictureType } => part.type !== 'pdf';

/** Of one of several files, whose pages follow others. */
function shownIn(pdfium: Pdfium, file: string, before: number): { pages: number; bookmarks: Bookmark[] } {
  try {
    const document = pdfium.open(file);
    const [pages, names] = [document.pageCount, document.documentNames()];
    document.close();
    const moved = ({ title, page, depth }: Bookmark): Bookmark => ({ title, page: before + page, depth: depth + 1 });
    return { pages, bookmarks: (names?.bookmarks ?? []).map(moved) };
  } catch (error) {
    // appending reports a damaged file
    if (error instanceof PdfiumError) return { pages: 0, bookmarks: [] };
    throw error;
  }
}

/** Files, forms and scripts, whose content pages may not show. */
function mayShowLess({ catalog }: PDFDocument): boolean {
  const has = (holder: string, key: string): boolean => {
    const value = catalog.lookup(PDFName.of(holder));
    return value instanceof PDFDict && value.has(PDFName.of(key));
  };
  return (
    ['AF', 'OpenAction'].some((key) => catalog.has(PDFName.of(key))) ||
    has('AcroForm', 'XFA') ||
    has('Names', 'JavaScript')
  );
}

async function noticesOf(file: string, name: string): Promise<Notice[]> {
  const { notices } = await lookBeside({ kind: 'look', file });
  return notices
    .filter(({ code }) => code !== ATTACHED_FILES)
    .map(({ code, message }) => ({ code, message: `“${name}” in this ZIP: ${message}` }));
}

async function appendPages(
  appender: PageAppender,
  file: string,
  most: number,
  limits: ConversionLimits,
): Promise<PDFDocument> {
  const { size } = await stat(file);
  if (size === 0) throw conversionFailures.damaged('empty');
  let source = await loaded(file);
  if (source.isEncrypted) {
    // many vendors forbid changes without asking for a password
    const unlocked = `${file}.unlocked`;
    await unlock({ file, to: unlocked, password: '', maxBytes: limits.pdfBytes }).catch((error: unknown) => {
      throw error instanceof UnlockFailure ? conversionFailures.encryptedPdf() : error;
    });
    source = await loaded(unlocked);
    await unlink(unlocked);
  }
  if (pagesIn(source) > most) throw conversionFailures.tooManyPages(limits.pages);
  try {
    appender.append(source);
    return source;
  } catch (error) {
    throw damagedBy(error);
  }
}

async function loaded(file: string): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(await readFile(file), { updateMetadata: false, ignoreEncryption: true });
  } catch (error) {
    throw damagedBy(error);
  }
}

function pagesIn(source: PDFDocument): number {
  try {
    return source.getPageCount();
  } catch (error) {
    // for example without a catalog
    throw damagedBy(error);
  }
}
