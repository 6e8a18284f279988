/** Decides by drawing which words of a page are visible. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError, type Area } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';

const BITMAP_BGR = 2;
const DRAW_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;
/** Of the drawing: letters of 6 points are 8 pixels high. */
const DPI = 100;
const MAX_PIXELS = 9e6;
/** Tone difference of 255 that is seen, and pixels that differ by it. */
const SEEN = { tone: 24, pixels: 2 };

export interface Drawing {
  data: Buffer;
  width: number;
  height: number;
}

export function draw(api: WrappedPdfiumModule, memory: PdfiumMemory, page: number): Drawing {
  const [widthPt, heightPt] = [api.FPDF_GetPageWidthF(page), api.FPDF_GetPageHeightF(page)];
  const scale = Math.min(DPI / 72, Math.sqrt(MAX_PIXELS / Math.max(widthPt * heightPt, 1)));
  const [width, height] = [widthPt, heightPt].map((points) => Math.max(1, Math.round(points * scale))) as [
    number,
    number,
  ];
  const stride = width * 3;
  return memory.with(stride * height, (pointer) => {
    const bitmap = api.FPDFBitmap_CreateEx(width, height, BITMAP_BGR, pointer, stride);
    if (!bitmap) throw new PdfiumError('memory', `no bitmap of ${width} x ${height}`);
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS);
    api.FPDFBitmap_Destroy(bitmap);
    return { data: Buffer.from(memory.bytes.subarray(pointer, pointer + stride * height)), width, height };
  });
}

export function drawWithout(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  objects: readonly number[],
): Drawing {
  const calls = memory.objectCalls;
  for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 0);
  try {
    return draw(api, memory, page);
  } finally {
    for (const object of objects) calls.FPDFPageObj_SetIsActive(object, 1);
  }
}

export function differs(one: Drawing, other: Drawing, area: Area, picture: { width: number; height: number }): boolean {
  let different = 0;
  return somePixel(one, area, picture, (at) => {
    const tone = Math.max(...[0, 1, 2].map((by) => Math.abs((one.data[at + by] ?? 0) - (other.data[at + by] ?? 0))));
    if (tone >= SEEN.tone) different++;
    return different >= SEEN.pixels;
  });
}

/** Whether something is drawn within an area. */
export function hasInk(drawing: Drawing, area: Area, picture: { width: number; height: number }): boolean {
  let [darkest, lightest] = [255, 0];
  return somePixel(drawing, area, picture, (at) => {
    const tone = drawing.data[at + 1] ?? 0;
    darkest = Math.min(darkest, tone);
    lightest = Math.max(lightest, tone);
    return lightest - darkest >= SEEN.tone;
  });
}

function somePixel(
  { width, height }: Drawing,
  area: Area,
  picture: { width: number; height: number },
  test: (at: number) => boolean,
): boolean {
  const [across, down] = [width / picture.width, height / picture.height];
  const left = Math.max(0, Math.floor(area.x * across));
  const right = Math.min(width, Math.ceil((area.x + area.width) * across) + 1);
  const top = Math.max(0, Math.floor(area.y * down));
  const bottom = Math.min(height, Math.ceil((area.y + area.height) * down) + 1);
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (test((y * width + x) * 3)) return true;
  return false;
}
