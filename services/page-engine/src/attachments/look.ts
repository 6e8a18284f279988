import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Notice } from '../conversion/messages.js';
import { PdfiumError } from '../pdf/page.js';
import { startPdfium } from '../pdf/pdfium.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { attachedHandles, contentOf, onAnnotations, WIDGET } from './attached-files.js';
import { attachmentFailures } from './failures.js';
import type { AttachmentTask, BesidePages, TakenFile } from './messages.js';
import { holdsFiles } from './unlisted-files.js';

export const ATTACHED_FILES = 'attached_files';
/** Looked at for fields and emptiness. */
const FIRST_PAGES = 20;
const MAX_NAMES = 5;
const PLEASE_WAIT = /please\s+wait/i;

// constants of fpdf_formfill.h
const XFA_FULL = 2;
const XFA_FOREGROUND = 3;

export async function lookBeside(task: AttachmentTask & { kind: 'look' }): Promise<BesidePages>;
export async function lookBeside(task: AttachmentTask): Promise<BesidePages | TakenFile>;
export async function lookBeside(task: AttachmentTask): Promise<BesidePages | TakenFile> {
  const pdfium = await startPdfium({ names: false });
  let document: PdfiumDocument;
  try {
    document = pdfium.open(task.file);
  } catch (error) {
    if (!(error instanceof PdfiumError)) throw error;
    // processing reports a file that cannot be opened
    if (task.kind === 'look') return { notices: [], attached: [] };
    throw attachmentFailures.damaged(error.message);
  }
  if (task.kind === 'take') return take(document, task);
  return look(document, {
    hasScripts: () => readFileSync(task.file).includes('/JavaScript'),
    mayHoldFiles: () => holdsFiles(task.file),
  });
}

async function take(document: PdfiumDocument, task: AttachmentTask & { kind: 'take' }): Promise<TakenFile> {
  const { name, content } = document.beside((api, memory, handle) => {
    const wanted = attachedHandles(api, memory, handle, document.pageCount)[task.index];
    if (!wanted) throw attachmentFailures.notAttached();
    return { name: wanted.name, content: contentOf(api, memory, wanted.handle, task.maxBytes) };
  });
  if (content === 'too large') throw attachmentFailures.tooLarge();
  if (!content) throw attachmentFailures.damaged('no content');
  await writeFile(task.to, content);
  return { name };
}

/** Each reads the whole file. */
interface FileChecks {
  /** In objects that are not compressed; called when pages look empty. */
  hasScripts: () => boolean;
  mayHoldFiles: () => boolean;
}

function look(document: PdfiumDocument, { hasScripts, mayHoldFiles }: FileChecks): BesidePages {
  return document.beside((api, memory, handle) => {
    const attached = attachedHandles(api, memory, handle, document.pageCount).map(({ name }) => name);
    const pages = pagesOf(api, handle, Math.min(document.pageCount, FIRST_PAGES));
    const notices: Notice[] = [];
    if (attached.length > 0) notices.push(attachedNotice(attached));
    else if (mayHoldFiles()) notices.push(UNLISTED_FILES);
    if (isDynamicForm(api, handle, document, pages)) notices.push(DYNAMIC_FORM);
    else if (looksUnfilled(pages) && (api.FPDFDoc_GetJavaScriptActionCount(handle) > 0 || hasScripts()))
      notices.push(SCRIPT_PAGES);
    return { notices, attached };
  });
}

/** A page has nothing but fields, or no page has anything. */
const looksUnfilled = (pages: readonly PageContent[]): boolean =>
  pages.some(({ drawn, fields }) => drawn === 0 && fields > 0) ||
  pages.every(({ drawn, annotations }) => drawn === 0 && annotations === 0);

interface PageContent {
  drawn: number;
  annotations: number;
  fields: number;
}

const pagesOf = (api: WrappedPdfiumModule, document: number, count: number): PageContent[] =>
  Array.from({ length: count }, (_, index) => {
    const content = { annotations: 0, fields: 0 };
    const drawn = onAnnotations(api, document, index, (annotation) => {
      content.annotations++;
      if (api.FPDFAnnot_GetSubtype(annotation) === WIDGET) content.fields++;
    });
    return { ...content, drawn };
  });

/** A static XFA form has its fields on the pages as well; a dynamic one says so, or has none there. */
function isDynamicForm(
  api: WrappedPdfiumModule,
  handle: number,
  document: PdfiumDocument,
  pages: readonly PageContent[],
): boolean {
  const type = api.FPDF_GetFormType(handle);
  if (type === XFA_FULL) return true;
  if (type !== XFA_FOREGROUND) return false;
  return pages.every(({ fields }) => fields === 0) || PLEASE_WAIT.test(document.text(0, 1_000, 1_000).text);
}

function attachedNotice(names: readonly string[]): Notice {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  const list = `${names.slice(0, MAX_NAMES).join(', ')}${more}`;
  const [files, are, them] =
    names.length === 1
      ? ['1 file', 'is', 'it as a document, or upload it']
      : [`${names.length} files`, 'are', 'them as documents, or upload them'];
  const itself = names.length === 1 ? 'by itself' : 'by themselves';
  return {
    code: ATTACHED_FILES,
    message: `This PDF holds ${files} (${list}) that ${are} not shown: take ${them} ${itself}.`,
  };
}

const UNLISTED_FILES: Notice = {
  code: 'unlisted_files',
  message:
    'This PDF holds files that are not shown and cannot be taken as documents here: save them with Adobe Acrobat, and upload them by themselves.',
};

const DYNAMIC_FORM: Notice = {
  code: 'dynamic_form',
  message:
    'This PDF is a dynamic form (XFA) whose content is not shown: open it in Adobe Acrobat, print it to PDF first, and upload that PDF.',
};

const SCRIPT_PAGES: Notice = {
  code: 'script_pages',
  message:
    'This PDF has pages that JavaScript fills, and their content is not shown: open it in Adobe Acrobat, print it to PDF first, and upload that PDF.',
};
