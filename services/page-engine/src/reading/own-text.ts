/** What of a page its own text covers, and what must be read off its picture. */
import type { Area, PrintedText, PrintedWord, Word } from '../pdf/page.js';
import { joinAdded, textOfLines, type FileText } from './join-texts.js';
import { isGoodLayer, isScrambled, isUnmapped, isUnreadable } from './plausible-text.js';

/** Below this many characters the PDF text is only a stamp or page number; the content is in the picture. */
const ENOUGH_TEXT = 20;
/** Letters without meaning that are more than bullets and formulas; of the page's letters. */
const leastLost = (letters: number): number => Math.max(10, letters * 0.01);
/** Cells along the page's longer side. */
const CELLS = 64;
/** Distance within which printed words cover a picture, in inches; an OCR layer's words, as a share of the page. */
const BESIDE = { printed: 0.75, layer: 0.1 };
/** Inches: capitals may have marks above. */
const AROUND_DRAWN = 0.1;
/** Share of the pictures around an OCR layer's words above which it covers them all: margins are blank. */
const LAYER_COVERS = 0.4;
/** Share of the page from which a picture without text is read: smaller ones are logos and signatures. */
const LARGE = 0.08;
/** From this share the whole page is read. */
const WHOLE = 0.6;

export interface OwnText extends FileText {
  /** To be read off the picture, in its pixels; empty if the file says everything. */
  unread: Area[];
}

interface Size {
  width: number;
  height: number;
  dpi: number;
}

export const wholePage = ({ width, height }: Pick<Size, 'width' | 'height'>): Area => ({ x: 0, y: 0, width, height });

/** Of a page whose file says nothing. */
export const noText = (size: Pick<Size, 'width' | 'height'>): OwnText => ({
  text: '',
  words: [],
  unread: [wholePage(size)],
  doubtful: [],
});

export function ownText({ text, words, pictures, lettering }: PrintedText, size: Size): OwnText {
  const fonts = wordsByFont(words);
  const unmapped = fontsWhere(fonts, isUnmapped);
  const isMeaningless = (word: PrintedWord): boolean => isUnreadable(word.text) || unmapped.has(word.font);
  const readable = words.filter((word) => !isMeaningless(word));
  const hidden = readable.filter((word) => word.hidden);
  const layer = isGoodLayer(hidden.map((word) => word.text)) ? hidden : [];
  const scrambled = fontsWhere(fonts, isScrambled);
  const isDoubtful = (word: PrintedWord): boolean => !word.hidden && !word.added && scrambled.has(word.font);
  const doubtful = readable.filter(isDoubtful);
  const kept = readable.filter((word) => (word.hidden ? layer.length > 0 : !isDoubtful(word)));
  const printed = kept.filter((word) => !word.hidden);
  const lines = joinAdded(kept);
  const isWhole = kept.length === words.length && !kept.some((word) => word.added);
  const said = isWhole ? text : textOfLines(lines);
  const lost = words.filter(
    (word) => !word.hidden && word.text.length > 1 && (isMeaningless(word) || isDoubtful(word)),
  );
  const letters = (some: readonly Word[]): number => some.reduce((sum, word) => sum + word.text.length, 0);
  const meaningless = letters(lost) >= leastLost(letters(words)) ? lost : [];
  const drawn = lettering && !kept.some((word) => overlaps(word, lettering)) ? [lettering] : [];
  const unread =
    said.replace(/\s/g, '').length < ENOUGH_TEXT
      ? [wholePage(size)]
      : unreadAreas({ pictures, printed, layer, meaningless, drawn }, size);
  return { text: said, words: lines.flat().map(plain), unread, doubtful: doubtful.map(plain) };
}

/** Without copying unknown fields: a page has thousands of words. */
function plain({ text, x, y, width, height, turned, angle }: PrintedWord): Word {
  const word: Word = { text, x, y, width, height };
  if (turned !== undefined) word.turned = turned;
  if (angle !== undefined) word.angle = angle;
  return word;
}

type Fonts = ReadonlyMap<number, readonly string[]>;

/** Of printed words. */
function wordsByFont(words: readonly PrintedWord[]): Fonts {
  const fonts = new Map<number, string[]>();
  for (const { font, hidden, added, text } of words) {
    if (hidden || added) continue;
    const texts = fonts.get(font);
    if (texts) texts.push(text);
    else fonts.set(font, [text]);
  }
  return fonts;
}

const fontsWhere = (fonts: Fonts, test: (texts: readonly string[]) => boolean): ReadonlySet<number> =>
  new Set([...fonts].filter(([, texts]) => test(texts)).map(([font]) => font));

const overlaps = (one: Area, other: Area): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

const isWithin = (one: Area, other: Area): boolean =>
  one.x >= other.x &&
  one.y >= other.y &&
  one.x + one.width <= other.x + other.width &&
  one.y + one.height <= other.y + other.height;

interface Contents {
  pictures: readonly Area[];
  printed: readonly Word[];
  layer: readonly Word[];
  meaningless: readonly Word[];
  /** Lettering that is drawn as paths: read however small. */
  drawn: readonly Area[];
}

function unreadAreas({ pictures, printed, layer, meaningless, drawn }: Contents, size: Size): Area[] {
  if (pictures.length === 0 && meaningless.length === 0 && drawn.length === 0) return [];
  const longest = Math.max(size.width, size.height);
  const shown = new Cells(size, pictures);
  const covered = new Cells(
    size,
    printed.map((word) => around(word, BESIDE.printed * size.dpi)),
  );
  const spread = new Cells(
    size,
    layer.map((word) => around(word, BESIDE.layer * longest)),
  );
  const isLayerWhole = layer.length > 0 && shown.shareWithin(spread) >= LAYER_COVERS;
  const areas = isLayerWhole ? [] : shown.partsBeyond(covered, LARGE);
  if (meaningless.length > 0) areas.push(around(boundsOf(meaningless), BESIDE.printed * size.dpi, size));
  for (const area of drawn)
    if (!areas.some((other) => isWithin(area, other))) areas.push(around(area, AROUND_DRAWN * size.dpi, size));
  const share = new Cells(size, areas).share();
  return share >= WHOLE ? [wholePage(size)] : areas;
}

/** Enlarged on all sides, on the page if given. */
function around({ x, y, width, height }: Area, by: number, page?: Pick<Size, 'width' | 'height'>): Area {
  const [left, top] = [Math.round(x - by), Math.round(y - by)];
  const [right, bottom] = [Math.round(x + width + by), Math.round(y + height + by)];
  if (!page) return { x: left, y: top, width: right - left, height: bottom - top };
  const [x0, y0] = [Math.max(0, left), Math.max(0, top)];
  return { x: x0, y: y0, width: Math.min(page.width, right) - x0, height: Math.min(page.height, bottom) - y0 };
}

function boundsOf(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Coarse mask of areas on the page. */
class Cells {
  readonly #columns: number;
  readonly #rows: number;
  readonly #side: number;
  readonly #set: Uint8Array;

  constructor(
    private readonly size: Size,
    areas: readonly Area[],
  ) {
    this.#side = Math.max(size.width, size.height, 1) / CELLS;
    this.#columns = Math.max(1, Math.ceil(size.width / this.#side));
    this.#rows = Math.max(1, Math.ceil(size.height / this.#side));
    this.#set = new Uint8Array(this.#columns * this.#rows);
    for (const area of areas) this.#fill(area);
  }

  /** Cells whose middle an area contains. */
  #fill({ x, y, width, height }: Area): void {
    const first = (from: number): number => Math.max(0, Math.ceil(from / this.#side - 0.5));
    const last = (to: number, count: number): number => Math.min(count - 1, Math.floor(to / this.#side - 0.5));
    for (let row = first(y); row <= last(y + height, this.#rows); row++)
      this.#set.fill(1, row * this.#columns + first(x), row * this.#columns + last(x + width, this.#columns) + 1);
  }

  share(): number {
    return this.#set.reduce((sum, cell) => sum + cell, 0) / this.#set.length;
  }

  shareWithin(others: Cells): number {
    let [all, both] = [0, 0];
    for (const [at, cell] of this.#set.entries()) {
      all += cell;
      both += cell & (others.#set[at] ?? 0);
    }
    return all === 0 ? 0 : both / all;
  }

  partsBeyond(others: Cells, share: number): Area[] {
    const seen = new Uint8Array(this.#set.length);
    const parts: Area[] = [];
    for (const [start, cell] of this.#set.entries()) {
      if (cell === 0 || seen[start] === 1) continue;
      const part = this.#partAt(start, seen);
      const beyond = part.filter((at) => others.#set[at] === 0).length;
      if (beyond >= share * this.#set.length) parts.push(this.#boxOf(part));
    }
    return parts;
  }

  #partAt(start: number, seen: Uint8Array): number[] {
    const part = [start];
    seen[start] = 1;
    // grows while it is read
    for (const at of part) {
      const column = at % this.#columns;
      const around = [
        column > 0 ? at - 1 : -1,
        column < this.#columns - 1 ? at + 1 : -1,
        at - this.#columns,
        at + this.#columns,
      ];
      for (const next of around) {
        if (this.#set[next] !== 1 || seen[next] === 1) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    return part;
  }

  #boxOf(part: readonly number[]): Area {
    const side = this.#side;
    const cells = part.map((at) => ({
      ...{ x: (at % this.#columns) * side, y: Math.floor(at / this.#columns) * side },
      ...{ width: side, height: side },
    }));
    return around(boundsOf(cells), side, this.size);
  }
}
