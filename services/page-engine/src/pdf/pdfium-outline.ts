import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { Coverage } from './coverage.js';
import { sizeKey, type FinerMasks } from './finer-masks.js';
import { boundsOf, IDENTITY, multiply, type Box, type Matrix } from './matrix.js';
import type { PageOutline } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';
import type { PicturePattern } from './picture-patterns.js';

/** Of pages without pictures: small print stays readable. */
export const TEXT_DPI = 200;
/** A picture beyond it is an enlarged stamp. */
const MAX_DPI = 600;
/** Page share of the sharpest pictures, together, that sets the resolution: not a logo at 1200 dpi. */
const DECIDING_SHARE = 0.1;
/** Visited per page, forms included: a CAD drawing has 100,000; a million take a CPU second. */
const MAX_OBJECTS = 500_000;
/** Pictures beyond it are not sorted by resolution. */
const MAX_PICTURES = 50_000;
const MAX_FORM_DEPTH = 16;
/** PDFium clamps the points of paths at 32,000 pixels, which bends the lines of larger pictures. */
const MAX_SIDE = 32_000;
/** PDFium's colour for a pattern. */
const PATTERN = 191;
/** The longest filter name of ISO 32000 has 15 characters. */
const FILTER_NAME_BYTES = 32;
const MATRIX_BYTES = 24;

// constants of fpdf_edit.h
const OBJECT_PATH = 2;
const OBJECT_IMAGE = 3;
const OBJECT_FORM = 5;

const NOTHING: Matrix = [0, 0, 0, 0, 0, 0];

interface PlacedPicture {
  /** Pixels per point, the larger of across and down. */
  sharpness: number;
  box: Box;
}

/** What PDFium does not give; read when a page may need it. */
export interface HiddenPictures {
  masks: () => FinerMasks;
  patterns: () => readonly PicturePattern[];
}

/** @param userUnit points per unit of the page's space */
export function outlineOf(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  userUnit: number,
  hiddenPictures: HiddenPictures,
): PageOutline {
  const width = api.FPDF_GetPageWidthF(page);
  const height = api.FPDF_GetPageHeightF(page);
  const box = visibleBox(api, memory, page, width, height);
  const { pictures, ...found } = picturesOn(api, memory, page, box, hiddenPictures);
  const covered = new Coverage(box);
  let sharpness = 0;
  let isDecided = false;
  for (const { sharpness: own, box: place } of pictures.sort((one, other) => other.sharpness - one.sharpness)) {
    covered.add(place);
    if (isDecided || covered.share < DECIDING_SHARE) continue;
    isDecided = true;
    sharpness = own;
  }
  const dpi = Math.min(MAX_DPI, Math.max(TEXT_DPI, (sharpness * 72) / userUnit));
  const size = { widthPt: width * userUnit, heightPt: height * userUnit, userUnit };
  return { ...size, dpi, pictureShare: covered.share, ...found };
}

function picturesOn(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  paper: Box,
  { masks, patterns }: HiddenPictures,
) {
  const least = DECIDING_SHARE * areaOf(paper);
  const pictures: PlacedPicture[] = [];
  let largestPicture = 0;
  let jpeg2000 = false;
  let left = MAX_OBJECTS;
  memory.with(MATRIX_BYTES + FILTER_NAME_BYTES, (pointer) => {
    const visitAll = (count: number, at: (index: number) => number, placed: Matrix, depth: number): void => {
      for (let i = 0; i < count && left > 0; i++) visit(at(i), placed, depth);
    };
    const visit = (object: number, placed: Matrix, depth: number): void => {
      left--;
      const type = api.FPDFPageObj_GetType(object);
      if (type === OBJECT_FORM && depth < MAX_FORM_DEPTH) {
        const inner = multiply(matrixOf(api, memory, object, pointer), placed);
        const count = api.FPDFFormObj_CountObjects(object);
        visitAll(count, (index) => api.FPDFFormObj_GetObject(object, index), inner, depth + 1);
      }
      if (type === OBJECT_PATH) {
        const box = boundsOf(multiply(patternedBox(memory, object, pointer), placed));
        const tiles = areaOf(box) < least ? [] : patterns().filter(({ width, height }) => width * height >= least);
        if (tiles.length > 0 && pictures.length < MAX_PICTURES)
          pictures.push({ sharpness: Math.max(...tiles.map(({ sharpness }) => sharpness)), box });
      }
      if (type !== OBJECT_IMAGE || !api.FPDFImageObj_GetImagePixelSize(object, pointer, pointer + 4)) return;
      const view = memory.view();
      const across = view.getUint32(pointer, true);
      const down = view.getUint32(pointer + 4, true);
      if (across * down > largestPicture) {
        largestPicture = across * down;
        jpeg2000 = lastFilter(api, memory, object, pointer + MATRIX_BYTES) === 'JPXDecode';
      }
      const matrix = multiply(matrixOf(api, memory, object, pointer), placed);
      const [a, b, c, d] = matrix;
      const mask = masks().get(sizeKey({ width: across, height: down }));
      const [finestAcross, finestDown] = [Math.max(across, mask?.width ?? 0), Math.max(down, mask?.height ?? 0)];
      const sharpness = Math.max(finestAcross / Math.hypot(a, b), finestDown / Math.hypot(c, d));
      if (sharpness > 0 && sharpness < Infinity && pictures.length < MAX_PICTURES)
        pictures.push({ sharpness, box: boundsOf(matrix) });
    };
    visitAll(api.FPDFPage_CountObjects(page), (index) => api.FPDFPage_GetObject(page, index), IDENTITY, 0);
  });
  return { pictures, largestPicture, jpeg2000 };
}

const areaOf = ([left, bottom, right, top]: Box): number => (right - left) * (top - bottom);

/** Of a path that may be filled with a pattern, as a placed unit square; empty for others. */
function patternedBox(memory: PdfiumMemory, path: number, pointer: number): Matrix {
  const calls = memory.objectCalls;
  const [one, two, three, four] = [0, 4, 8, 12].map((at) => pointer + at) as [number, number, number, number];
  if (!calls.FPDFPageObj_GetFillColor(path, one, two, three, four)) return NOTHING;
  const view = memory.view();
  if ([one, two, three].some((at) => view.getUint32(at, true) !== PATTERN)) return NOTHING;
  if (!calls.FPDFPageObj_GetBounds(path, one, two, three, four)) return NOTHING;
  const [left, bottom, right, top] = [one, two, three, four].map((at) => view.getFloat32(at, true)) as Box;
  return [right - left, 0, 0, top - bottom, left, bottom];
}

/** Crop box within the media box, before rotation. */
function visibleBox(api: WrappedPdfiumModule, memory: PdfiumMemory, page: number, width: number, height: number): Box {
  return memory.with(16, (pointer) => {
    if (!api.FPDF_GetPageBoundingBox(page, pointer)) return [0, 0, width, height];
    const view = memory.view();
    // FS_RECTF: left, top, right, bottom
    const [left, top, right, bottom] = [0, 4, 8, 12].map((at) => view.getFloat32(pointer + at, true)) as Box;
    return [left, Math.min(top, bottom), right, Math.max(top, bottom)];
  });
}

/** Filter that decodes to pixels; may be empty. */
function lastFilter(api: WrappedPdfiumModule, memory: PdfiumMemory, image: number, pointer: number): string {
  const count = api.FPDFImageObj_GetImageFilterCount(image);
  if (count < 1) return '';
  const bytes = api.FPDFImageObj_GetImageFilter(image, count - 1, pointer, FILTER_NAME_BYTES);
  // the length includes the terminator; a name that does not fit is unknown
  if (bytes < 1 || bytes > FILTER_NAME_BYTES) return '';
  return Buffer.from(memory.bytes.subarray(pointer, pointer + bytes - 1)).toString('latin1');
}

function matrixOf(api: WrappedPdfiumModule, memory: PdfiumMemory, object: number, pointer: number): Matrix {
  if (!api.FPDFPageObj_GetMatrix(object, pointer)) return IDENTITY;
  const view = memory.view();
  return [0, 4, 8, 12, 16, 20].map((at) => view.getFloat32(pointer + at, true)) as Matrix;
}

/** Of the rendered page; pixels per point. */
export function sizeInPixels(
  { widthPt, heightPt, dpi }: Pick<PageOutline, 'widthPt' | 'heightPt' | 'dpi'>,
  maxPixels: number,
): { width: number; height: number; scale: number } {
  let scale = Math.min(dpi / 72, MAX_SIDE / Math.max(widthPt, heightPt));
  const pixels = widthPt * heightPt * scale * scale;
  if (pixels > maxPixels) scale *= Math.sqrt(maxPixels / pixels);
  const toPixels = (points: number): number => Math.max(1, Math.round(points * scale));
  return { width: toPixels(widthPt), height: toPixels(heightPt), scale };
}
