import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { PdfiumError, quarterOf, type Word } from './page.js';
import type { PdfiumMemory } from './pdfium-memory.js';

/** Box (four doubles) and two device coordinates, or a matrix of six floats. */
const SCRATCH_BYTES = 40;
/** More is a defective font or an attack; a dense page has 15,000. */
const MAX_CHARACTERS = 200_000;

export interface ObjectWord extends Word {
  /** Line in the file's order. */
  row: number;
  /** PDFium's text object of its first letter; 0: unknown. */
  object: number;
}

/** Everything that the file says, also where nothing is visible. */
export interface ObjectText {
  text: string;
  words: ObjectWord[];
}

/**
 * For a picture of `width` x `height` pixels, in the file's order.
 *
 * @throws PdfiumError `page`
 */
export function wordsOfPage(
  api: WrappedPdfiumModule,
  memory: PdfiumMemory,
  page: number,
  width: number,
  height: number,
): ObjectText {
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
): ObjectText {
  const count = Math.min(api.FPDFText_CountChars(textPage), MAX_CHARACTERS);
  const calls = memory.textCalls;
  const words: ObjectWord[] = [];
  // a string built by characters is a rope, flattened for each word
  const units: number[] = [];
  let wordStart = 0;
  let hasBox = false;
  let [row, object] = [0, 0];
  let [left, bottom, right, top] = [0, 0, 0, 0];
  let [firstLeft, lastLeft] = [0, 0];
  const direction = new Direction(api.FPDFPage_GetRotation(page));

  const toPixels = (x: number, y: number): [number, number] => {
    calls.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, pointer + 32, pointer + 36);
    const view = memory.view();
    return [view.getInt32(pointer + 32, true), view.getInt32(pointer + 36, true)];
  };
  const endWord = (): void => {
    if (units.length > wordStart && hasBox) {
      if (lastLeft > firstLeft && isRightToLeft(units, wordStart)) reverseFrom(units, wordStart);
      const [ax, ay] = toPixels(left, bottom);
      const [bx, by] = toPixels(right, top);
      words.push({
        text: stringOf(units.slice(wordStart)),
        x: Math.min(ax, bx),
        y: Math.min(ay, by),
        width: Math.abs(bx - ax),
        height: Math.abs(by - ay),
        ...direction.found(),
        row,
        object,
      });
    }
    hasBox = false;
    direction.clear();
  };

  for (let i = 0; i < count; i++) {
    // unsigned in PDFium, signed from WebAssembly
    const stored = calls.FPDFText_GetUnicode(textPage, i) >>> 0;
    const code = readable(stored) ?? (calls.FPDFText_HasUnicodeMapError(textPage, i) === 1 ? UNMAPPED : undefined);
    if (code === undefined) continue;
    const blank = isBlank(code);
    if (blank) endWord();
    if (code === LINE_FEED || code === CARRIAGE_RETURN) row = units.length;
    if (code > 0xffff) {
      units.push(0xd800 + ((code - 0x10000) >> 10), 0xdc00 + ((code - 0x10000) & 0x3ff));
    } else {
      units.push(code);
    }
    if (blank) {
      wordStart = units.length;
      continue;
    }
    // not FPDFText_GetCharAngle: italics would seem rotated
    if (calls.FPDFText_GetMatrix(textPage, i, pointer)) {
      const view = memory.view();
      direction.add(view.getFloat32(pointer, true), view.getFloat32(pointer + 4, true));
    }
    if (!calls.FPDFText_GetCharBox(textPage, i, pointer, pointer + 8, pointer + 16, pointer + 24)) continue;
    const view = memory.view();
    const [boxLeft, boxRight] = [view.getFloat64(pointer, true), view.getFloat64(pointer + 8, true)];
    if (!hasBox) [object, firstLeft] = [calls.FPDFText_GetTextObject(textPage, i), boxLeft];
    lastLeft = boxLeft;
    const [boxBottom, boxTop] = [view.getFloat64(pointer + 16, true), view.getFloat64(pointer + 24, true)];
    left = hasBox ? Math.min(left, boxLeft) : boxLeft;
    bottom = hasBox ? Math.min(bottom, boxBottom) : boxBottom;
    right = hasBox ? Math.max(right, boxRight) : boxRight;
    top = hasBox ? Math.max(top, boxTop) : boxTop;
    hasBox = true;
  }
  endWord();
  const text = stringOf(units);
  return { text: text.replace(/\r\n?/g, '\n').trim(), words };
}

class Direction {
  #across = 0;
  #up = 0;

  /** @param quarters clockwise page rotation */
  constructor(private readonly quarters: number) {}

  clear(): void {
    [this.#across, this.#up] = [0, 0];
  }

  /** Letter's baseline (across, up) before page rotation. */
  add(across: number, up: number): void {
    // Math.hypot is ten times slower
    const length = Math.sqrt(across * across + up * up);
    if (!(length > 0 && length < Infinity)) return;
    this.#across += across / length;
    this.#up += up / length;
  }

  /** Empty for level words and inconsistent directions. */
  found(): Pick<Word, 'turned' | 'angle'> {
    if (Math.hypot(this.#across, this.#up) < 1e-3) return {};
    const clockwise = 90 * this.quarters - (Math.atan2(this.#up, this.#across) * 180) / Math.PI;
    const degrees = Math.round(clockwise - 360 * Math.ceil((clockwise - 180) / 360));
    const angle = degrees === -180 ? 180 : degrees;
    if (angle === 0) return {};
    return { turned: quarterOf(angle), angle };
  }
}

/** Arguments per call, below the stack limit. */
const UNITS_AT_A_TIME = 4_096;
function stringOf(units: readonly number[]): string {
  let made = '';
  for (let from = 0; from < units.length; from += UNITS_AT_A_TIME)
    made += String.fromCharCode(...units.slice(from, from + UNITS_AT_A_TIME));
  return made;
}

const RIGHT_TO_LEFT = /^[\p{Script=Hebrew}\p{Script=Arabic}]{2,}$/u;
const isRightToLeft = (units: readonly number[], from: number): boolean =>
  (units[from] ?? 0) > 0x58f && RIGHT_TO_LEFT.test(stringOf(units.slice(from)));

/** PDFium returns letters from left to right where the file has them one by one. */
function reverseFrom(units: number[], from: number): void {
  units.push(...units.splice(from).reverse());
}

const BLANK = /^\s$/;
/** Fast path for ASCII. */
const isBlank = (code: number): boolean => !(code > 32 && code < 127) && BLANK.test(String.fromCodePoint(code));

const [HYPHEN, LINE_FEED, CARRIAGE_RETURN] = [0x2d, 10, 13];
/** Replacement character, for a glyph without a letter. */
const UNMAPPED = 0xfffd;
/** PDFium marks line-end hyphens with U+FFFE or U+0002 and unknown glyphs with 0. */
function readable(code: number): number | undefined {
  if (code === 0xfffe || code === 2) return HYPHEN;
  const isControl = code < 32 && code !== 9 && code !== 10 && code !== 13;
  return code > 0x10ffff || isControl ? undefined : code;
}
