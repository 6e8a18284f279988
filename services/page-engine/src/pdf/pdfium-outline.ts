import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { PageOutline } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** Of pages without pictures: small print stays readable. */
export const TEXT_DPI = 200;
/** A picture beyond it is an enlarged stamp. */
const MAX_DPI = 600;
/** Page share of a picture that sets the resolution: not a logo at 1200 dpi. */
const DECIDING_SHARE = 0.1;
const MAX_OBJECTS = 400;
const MAX_FORM_DEPTH = 3;
/** The longest filter name of ISO 32000 has 15 characters. */
const FILTER_NAME_BYTES = 32;

// constants of fpdf_edit.h
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;

export function outlineOf(api: WrappedPdfiumModule, memory: PdfiumMemory, page: number): PageOutline {
  const widthPt = api.FPDF_GetPageWidthF(page);
  const heightPt = api.FPDF_GetPageHeightF(page);
  let dpi = TEXT_DPI;
  let covered = 0;
  let largestPicture = 0;
  let jpeg2000 = false;
  memory.with(24 + FILTER_NAME_BYTES, (pointer) => {
    const visit = (object: number, scale: number, depth: number): void => {
      const type = api.FPDFPageObj_GetType(object);
      if (type === OBJECT_FORM && depth < MAX_FORM_DEPTH) {
        const inner = scale * matrixScale(api, memory, object, pointer);
        const count = Math.min(api.FPDFFormObj_CountObjects(object), MAX_OBJECTS);
        for (let i = 0; i < count; i++) visit(api.FPDFFormObj_GetObject(object, i), inner, depth + 1);
      }
      if (type !== OBJECT_IMAGE) return;
      if (!api.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4)) return;
      if (!api.FPDFPageObj_GetBounds(object, pointer + 8, pointer + 12, pointer + 16, pointer + 20)) return;
      const view = memory.view();
      const pixelsWide = view.getUint32(pointer, true);
      const pixelsHigh = view.getUint32(pointer + 4, true);
      const bounds = [8, 12, 16, 20].map((at) => view.getFloat32(pointer + at, true) * scale);
      const [left = 0, bottom = 0, right = 0, top = 0] = bounds;
      const share = ((right - left) * (top - bottom)) / (widthPt * heightPt);
      if (pixelsWide * pixelsHigh > largestPicture) {
        largestPicture = pixelsWide * pixelsHigh;
        jpeg2000 = lastFilter(api, memory, object, pointer + 24) === 'JPXDecode';
      }
      if (!(share > 0)) return;
      covered += share;
      // compare longer sides, as the picture may be rotated
      const resolution = (Math.max(pixelsWide, pixelsHigh) / Math.max(right - left, top - bottom)) * 72;
      if (share >= DECIDING_SHARE) dpi = Math.max(dpi, resolution);
    };
    const count = Math.min(api.FPDFPage_CountObjects(page), MAX_OBJECTS);
    for (let i = 0; i < count; i++) visit(api.FPDFPage_GetObject(page, i), 1, 0);
  });
  const pictureShare = Math.min(covered, 1);
  return { widthPt, heightPt, dpi: Math.min(dpi, MAX_DPI), pictureShare, largestPicture, jpeg2000 };
}

/** The filter that decodes to pixels; may be empty. */
function lastFilter(api: WrappedPdfiumModule, memory: PdfiumMemory, image: number, pointer: number): string {
  const count = api.FPDFImageObj_GetImageFilterCount(image);
  if (count < 1) return '';
  const bytes = api.FPDFImageObj_GetImageFilter(image, count - 1, pointer, FILTER_NAME_BYTES);
  // the length includes the terminator; a name that does not fit is unknown
  if (bytes < 1 || bytes > FILTER_NAME_BYTES) return '';
  return Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 1)).toString('latin1');
}

/** Bounds inside a form are in its own space. */
function matrixScale(api: WrappedPdfiumModule, memory: PdfiumMemory, object: number, pointer: number): number {
  if (!api.FPDFPageObj_GetMatrix(object, pointer)) return 1;
  const view = memory.view();
  return Math.hypot(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true)) || 1;
}

/** Of the rendered page; pixels per point. */
export function sizeInPixels(
  { widthPt, heightPt, dpi }: Pick<PageOutline, 'widthPt' | 'heightPt' | 'dpi'>,
  maxPixels: number,
): { width: number; height: number; scale: number } {
  let scale = dpi / 72;
  const pixels = widthPt * heightPt * scale * scale;
  if (pixels > maxPixels) scale *= Math.sqrt(maxPixels / pixels);
  const toPixels = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: toPixels(widthPt), height: toPixels(heightPt), scale };
}
