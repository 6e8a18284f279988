/** Forms and typed notes of a page, which its own content does not contain. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { HiddenObjects } from './annotation-layers.js';
import type { PdfiumMemory } from './pdfium-memory.js';

// constants of fpdf_annot.h and fpdf_flatten.h
const [FREE_TEXT, SQUARE, CIRCLE, POLYGON, STAMP, WIDGET, REDACTION] = [3, 5, 6, 7, 13, 20, 28];
/** Invisible only hides annotations of unknown types, but flattening leaves out all that have it. */
const INVISIBLE_FLAG = 0x01;
const HIDDEN_FLAG = 0x02;
const HIDDEN_FLAGS = HIDDEN_FLAG | 0x20;
const FLATTEN_FOR_DISPLAY = 0;
const BITMAP_BGR = 2;
const DRAW_ANNOTATIONS = 0x01;
/** Of EmbedPDF's standard fonts. */
const HELVETICA = 4;
const USUAL_SIZE = 12;

const LETTERED = new Set([FREE_TEXT, STAMP, WIDGET]);
/** May cover letters. */
const OPAQUE = new Set([SQUARE, CIRCLE, POLYGON, REDACTION]);
/** More belong to a program that marks every letter. */
const MOST_LETTERED = 2_000;
/** An index page has a link for each of its lines. */
const MOST = 20_000;

/**
 * Gives filled fields and typed notes without an appearance one, as readers of PDF do: otherwise the picture would not
 * show them. Hides those in layers that are off.
 */
export function prepareAnnotations(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  hidden: () => HiddenObjects,
): boolean {
  const count = api.FPDFPage_GetAnnotCount(page);
  if (count < 1 || count > MOST) return false;
  let [lettered, forms] = [0, false];
  for (let at = 0; at < count; at++) {
    const annotation = api.FPDFPage_GetAnnot(page, at);
    if (!annotation) continue;
    const type = api.FPDFAnnot_GetSubtype(annotation);
    if (api.FPDFAnnot_HasKey(annotation, 'OC') && hidden().has(api.EPDFAnnot_GetObjectNumber(annotation)))
      api.FPDFAnnot_SetFlags(annotation, HIDDEN_FLAG);
    forms ||= type === WIDGET;
    const isVisible = (api.FPDFAnnot_GetFlags(annotation) & HIDDEN_FLAGS) === 0;
    if (isVisible && (LETTERED.has(type) || OPAQUE.has(type))) lettered++;
    api.FPDFPage_CloseAnnot(annotation);
  }
  if (lettered < 1 || lettered > MOST_LETTERED) return false;
  // PDFium renews the appearances of forms that demand it when it draws
  if (forms) drawTiny(api, memory, page);
  for (let at = 0; at < count; at++) {
    const annotation = api.FPDFPage_GetAnnot(page, at);
    if (!annotation) continue;
    const type = api.FPDFAnnot_GetSubtype(annotation);
    const isBare = api.FPDFAnnot_GetObjectCount(annotation) < 1 && !api.FPDFAnnot_HasKey(annotation, 'AP');
    if (isBare && type === WIDGET) api.EPDFAnnot_GenerateFormFieldAP(annotation);
    if (isBare && (type === FREE_TEXT || OPAQUE.has(type))) {
      if (!api.EPDFAnnot_GenerateAppearance(annotation) && type === FREE_TEXT) typeAgain(api, memory, annotation);
    }
    const flags = api.FPDFAnnot_GetFlags(annotation);
    // flattening must leave out what drawing leaves out
    if (flags & HIDDEN_FLAGS) api.FPDFAnnot_SetFlags(annotation, HIDDEN_FLAG);
    else if (flags & INVISIBLE_FLAG) api.FPDFAnnot_SetFlags(annotation, flags & ~INVISIBLE_FLAG);
    api.FPDFPage_CloseAnnot(annotation);
  }
  return true;
}

/** With a standard font: the resources of the form lack that of the note. */
function typeAgain(api: WrappedPdfiumModule, memory: PdfiumMemory, note: number): void {
  memory.with(20, (pointer) => {
    const [font, size, ...colours] = [0, 4, 8, 12, 16].map((at) => pointer + at) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const isKnown = api.EPDFAnnot_GetDefaultAppearance(note, font, size, ...colours);
    const view = memory.view();
    const [red, green, blue] = colours.map((at) => (isKnown ? view.getUint32(at, true) : 0)) as [
      number,
      number,
      number,
    ];
    api.EPDFAnnot_SetDefaultAppearance(
      note,
      HELVETICA,
      isKnown ? view.getFloat32(size, true) : USUAL_SIZE,
      red,
      green,
      blue,
    );
    api.EPDFAnnot_GenerateAppearance(note);
  });
}

function drawTiny(api: WrappedPdfiumModule, memory: PdfiumMemory, page: number): void {
  const side = 8;
  const stride = side * 3;
  memory.with(stride * side, (pointer) => {
    const bitmap = api.FPDFBitmap_CreateEx(side, side, BITMAP_BGR, pointer, stride);
    if (!bitmap) return;
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, side, side, 0, DRAW_ANNOTATIONS);
    api.FPDFBitmap_Destroy(bitmap);
  });
}

/** Draws on a strip of the page's picture, of which `top` is above the bitmap. */
export type DrawFields = (bitmap: number, top: number, width: number, height: number, flags: number) => void;

/** Gives `use` a function that draws the fields of forms: `FPDF_RenderPageBitmap` leaves them out. */
export function withFields<T>(
  api: WrappedPdfiumModule,
  document: number,
  page: number,
  use: (drawFields: DrawFields) => T,
): T {
  const info = api.PDFiumExt_OpenFormFillInfo();
  const form = api.PDFiumExt_InitFormFillEnvironment(document, info);
  api.FPDF_SetFormFieldHighlightAlpha(form, 0);
  try {
    return use((bitmap, top, width, height, flags) =>
      api.FPDF_FFLDraw(form, bitmap, page, 0, -top, width, height, 0, flags),
    );
  } finally {
    api.FORM_OnBeforeClosePage(page, form);
    api.PDFiumExt_ExitFormFillEnvironment(form);
    api.PDFiumExt_CloseFormFillInfo(info);
  }
}

/** Makes visible annotations part of the page's content: the page must be opened again, and the document afterwards. */
export const flattenAnnotations = (api: WrappedPdfiumModule, page: number): boolean =>
  api.FPDFPage_Flatten(page, FLATTEN_FOR_DISPLAY) === 1;
