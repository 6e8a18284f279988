import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError, quarterOf, type PageText, type Word } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** Bytes for a box's four sides (doubles) and two device coordinates; a matrix of six floats fits into them. */
const SCRATCH_BYTES = 40;
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
    return memory.with(SCRATCH_BYTES, (pointer) => wordsOf(api, memory, page, textPage, pointer, width, height));
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
  const direction = new Direction(api.FPDFPage_GetRotation(page));

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
        ...direction.found(),
      });
    }
    word = '';
    box = null;
    direction.clear();
  };

  for (let i = 0; i < count; i++) {
    const character = readable(api.FPDFText_GetUnicode(textPage, i));
    text += character;
    if (/^\s*$/.test(character)) {
      if (character) endWord();
      continue;
    }
    word += character;
    // FPDFText_GetCharAngle takes the slant of letters for a turn: it looks at where up goes, and italics lean
    if (api.FPDFText_GetMatrix(textPage, i, pointer)) {
      const view = memory.view();
      direction.add(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true));
    }
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

/** Where the letters of a word lead on the page as it is shown. */
class Direction {
  #across = 0;
  #up = 0;

  /** @param quarters by which the page is shown turned clockwise */
  constructor(private readonly quarters: number) {}

  clear(): void {
    [this.#across, this.#up] = [0, 0];
  }

  /** A letter's matrix says that its line goes on by (across, up) on the page before it is turned. */
  add(across: number, up: number): void {
    const length = Math.hypot(across, up);
    if (!(length > 0 && length < Infinity)) return;
    this.#across += across / length;
    this.#up += up / length;
  }

  /** Nothing for level words and those whose letters lead nowhere together. */
  found(): Pick<Word, 'turned' | 'angle'> {
    if (Math.hypot(this.#across, this.#up) < 1e-3) return {};
    const clockwise = 90 * this.quarters - (Math.atan2(this.#up, this.#across) * 180) / Math.PI;
    const degrees = Math.round(clockwise - 360 * Math.ceil((clockwise - 180) / 360));
    const angle = degrees === -180 ? 180 : degrees;
    if (angle === 0) return {};
    return { turned: quarterOf(angle), angle };
  }
}

/** PDFium marks hyphens at line ends with U+FFFE or U+0002 and unknown glyphs with 0. */
function readable(code: number): string {
  if (code === 0xfffe || code === 2) return '-';
  if (code === 0 || code > 0x10ffff || (code < 32 && code !== 9 && code !== 10 && code !== 13)) return '';
  return String.fromCodePoint(code);
}
