import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError, type PageText, type Word } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** Text beyond this is a defective font or an attack; a dense city directory page has 15,000 characters. */
const MAX_CHARACTERS = 200_000;

/**
 * The text of a page in reading order, and its words with boxes for a picture of `width` x `height` pixels.
 *
 * @throws PdfiumError `page`
 */
export function readText(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  width: number,
  height: number,
): PageText {
  const textPage = api.FPDFText_LoadPage(page);
  if (!textPage) throw new PdfiumError('page', 'no text of this page');
  try {
    return memory.with(40, (pointer) => wordsOf(api, memory, page, textPage, pointer, width, height));
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
}

function wordsOf(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  textPage: number,
  pointer: number,
  width: number,
  height: number,
): PageText {
  const count = Math.min(api.FPDFText_CountChars(textPage), MAX_CHARACTERS);
  const words: Word[] = [];
  let text = '';
  let word = '';
  let box: [number, number, number, number] | null = null;

  const toPixels = (x: number, y: number): [number, number] => {
    api.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, pointer + 32, pointer + 36);
    const view = memory.view();
    return [view.getInt32(pointer + 32, true), view.getInt32(pointer + 36, true)];
  };
  const endWord = (): void => {
    if (word && box) {
      const [ax, ay] = toPixels(box[0], box[1]);
      const [bx, by] = toPixels(box[2], box[3]);
      words.push({
        text: word,
        x: Math.min(ax, bx),
        y: Math.min(ay, by),
        width: Math.abs(bx - ax),
        height: Math.abs(by - ay),
      });
    }
    word = '';
    box = null;
  };

  for (let i = 0; i < count; i++) {
    const character = readable(api.FPDFText_GetUnicode(textPage, i));
    text += character;
    if (/^\s*$/.test(character)) {
      if (character) endWord();
      continue;
    }
    word += character;
    if (!api.FPDFText_GetCharBox(textPage, i, pointer, pointer + 8, pointer + 16, pointer + 24)) continue;
    const view = memory.view();
    const [left, right, bottom, top] = [0, 8, 16, 24].map((at) => view.getFloat64(pointer + at, true)) as [
      number,
      number,
      number,
      number,
    ];
    box = box
      ? [Math.min(box[0], left), Math.min(box[1], bottom), Math.max(box[2], right), Math.max(box[3], top)]
      : [left, bottom, right, top];
  }
  endWord();
  return { text: text.replace(/\r\n?/g, '\n').trim(), words };
}

/** PDFium marks hyphens at line ends with U+FFFE or U+0002 and unknown glyphs with 0. */
function readable(code: number): string {
  if (code === 0xfffe || code === 2) return '-';
  if (code === 0 || code > 0x10ffff || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return '';
  return String.fromCodePoint(code);
}
