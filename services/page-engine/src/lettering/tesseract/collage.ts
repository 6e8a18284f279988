/**
 * Rows of letters, each brought upright, level and to one size, pasted one after the other onto a sheet that is read
 * in one go: recognition meets clean lines of text, and layout analysis has nothing to do. Plain functions.
 */
import type { Raster, Row } from './rows.js';
import type { SeenWord, Turn } from '../words.js';

/** Height of letters on the sheet, as recognition likes them, and how far a row is enlarged or made smaller for it. */
const LETTERS = { height: 30, enlarged: 4, reduced: 0.25 };
/** Height of a line: letters and what hangs below or stands above them. */
const LINE = 60;
/** Sides of a sheet: as wide as its longest row needs, no less and no more than this. Tesseract takes up to 32,767. */
const SHEET = { least: 2_400, most: 9_000, height: 30_000, pixels: 60e6, margin: 20 };
/** Between two rows of one line. */
const GAP = 90;
/** Around a row, in heights of its letters: ends that the row has missed, since they touch an outline. */
const AROUND = { ends: 0.7, sides: 0.22 };
/** A row is no higher than so many letters: it is several rows that hang together by an accident. */
const HIGHEST = 1.7;
const PAPER = 255;
/** A box may reach this far beyond what was pasted. */
const SLACK = 8;

/**
 * Slants that are tried, none first: mapmakers lean their letters by 7 to 23 degrees, and recognition reads upright ones
 * better. Strokes that stand upright gather their ink in few columns; without a slant counts unless another one
 * gathers it by so much better.
 */
const SLANTS = [0, 0.12, 0.22, 0.32, 0.42];
const SHARPER = 1.04;

/** A row and the way it is turned. */
export interface TurnedRow {
  row: Row;
  turn: Turn;
}

interface Placed extends TurnedRow {
  /** Its number among the rows that were given. */
  number: number;
  /** Left, top, width and height on the sheet. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Sheet pixels for one of the picture. */
  scale: number;
  /** Of the row, in its own coordinates. */
  from: number;
  above: number;
}

/** A sheet to be read. */
export interface Sheet extends Raster {
  placed: Placed[];
}

/** Pastes rows of a picture onto as many sheets as they need. */
export function collageOf(picture: Raster, rows: readonly TurnedRow[]): Sheet[] {
  const sized = rows.map(({ row, turn }, number) => {
    const ends = row.size * AROUND.ends;
    const length = row.to - row.from + 2 * ends;
    const wanted = Math.max(LETTERS.reduced, Math.min(LETTERS.enlarged, LETTERS.height / row.size));
    const scale = Math.min(wanted, (SHEET.most - 2 * SHEET.margin) / length);
    return { row, turn, number, ends, scale, width: Math.round(length * scale) };
  });
  const widest = sized.reduce((most, { width }) => Math.max(most, width), 0);
  const sheetWidth = Math.max(SHEET.least, widest + 2 * SHEET.margin);
  const highest = Math.min(SHEET.height, SHEET.pixels / sheetWidth);
  const sheets: { placed: Placed[]; height: number }[] = [];
  let placed: Placed[] = [];
  let left = SHEET.margin;
  let top = SHEET.margin;
  const close = (): void => {
    if (placed.length > 0) sheets.push({ placed, height: top + LINE + SHEET.margin });
    placed = [];
    [left, top] = [SHEET.margin, SHEET.margin];
  };
  // words stand with words and scraps with scraps: layout analysis stumbles over scraps
  const longestFirst = sized.sort((one, other) => other.row.letters - one.row.letters);
  for (const { row, turn, number, ends, scale, width } of longestFirst) {
    const middle = (row.above + row.below) / 2;
    const half = Math.min((row.below - row.above) / 2 + row.size * AROUND.sides, (row.size * HIGHEST) / 2);
    const height = Math.min(LINE - 8, Math.round(2 * half * scale));
    if (left + width > sheetWidth - SHEET.margin) {
      left = SHEET.margin;
      top += LINE;
    }
    if (top + LINE + SHEET.margin > highest) close();
    const line = { left, top: top + Math.round((LINE - height) / 2), width, height };
    placed.push({ row, turn, number, ...line, scale, from: row.from - ends, above: middle - half });
    left += width + GAP;
  }
  close();
  return sheets.map(({ placed: rowsOfSheet, height }) => {
    const data = new Uint8Array(sheetWidth * height).fill(PAPER);
    for (const one of rowsOfSheet) paste(picture, data, sheetWidth, one);
    return { data, width: sheetWidth, height, placed: rowsOfSheet };
  });
}

/** Where a point of the sheet that belongs to a row is in the picture. */
function inPicture(
  { row, turn, left, top, width, height, scale, from, above }: Placed,
  x: number,
  y: number,
): readonly [x: number, y: number] {
  // along rows have the picture's height as their direction: what is read upwards starts at its far end
  const along = turn === 270 ? width - (x - left) : x - left;
  const aside = turn === 90 ? height - (y - top) : y - top;
  const length = Math.hypot(1, row.slope);
  const [cos, sin] = [1 / length, row.slope / length];
  const u = from + along / scale;
  const v = above + aside / scale;
  const [across, down] = [row.x + u * cos - v * sin, row.y + u * sin + v * cos];
  return row.direction === 'across' ? [across, down] : [down, across];
}

function paste(picture: Raster, data: Uint8Array, sheetWidth: number, placed: Placed): void {
  const { left, top, width, height } = placed;
  const asDrawn = blockOf(picture, placed, 0);
  const slant = slantOf(asDrawn, width, height);
  const block = slant === 0 ? asDrawn : blockOf(picture, placed, slant);
  for (let j = 0; j < height; j++) data.set(block.subarray(j * width, (j + 1) * width), (top + j) * sheetWidth + left);
}

/** The pixels of a row, its letters brought upright from a slant; the middle of a letter stays where it is. */
function blockOf(picture: Raster, placed: Placed, slant: number): Uint8Array {
  const { left, top, width, height } = placed;
  const block = new Uint8Array(width * height);
  // an affine map: one pixel to the right and one down are the same steps everywhere
  const [x0, y0] = inPicture(placed, left + 0.5, top + 0.5);
  const [x1, y1] = inPicture(placed, left + 1.5, top + 0.5);
  const [x2, y2] = inPicture(placed, left + 0.5, top + 1.5);
  for (let j = 0; j < height; j++) {
    const aside = slant * (height / 2 - j);
    for (let i = 0; i < width; i++) {
      const u = i + aside;
      block[j * width + i] = sampled(picture, x0 + u * (x1 - x0) + j * (x2 - x0), y0 + u * (y1 - y0) + j * (y2 - y0));
    }
  }
  return block;
}

/** How far the tops of letters lean to the right of their feet for one pixel upwards, 0 for upright ones. */
export function slantOf(block: Uint8Array, width: number, height: number): number {
  let best = 0;
  let sharpest = 0;
  for (const slant of SLANTS) {
    const columns = new Float64Array(width);
    for (let j = 0; j < height; j++) {
      const aside = Math.round(slant * (height / 2 - j));
      for (let i = Math.max(0, -aside); i < Math.min(width, width - aside); i++)
        columns[i] = (columns[i] ?? 0) + PAPER - (block[j * width + i + aside] ?? PAPER);
    }
    const sharp = columns.reduce((sum, ink) => sum + ink * ink, 0);
    if (slant === 0) sharpest = sharp * SHARPER;
    else if (sharp > sharpest) [best, sharpest] = [slant, sharp];
  }
  return best;
}

/** The picture between four pixels; paper outside of it. */
function sampled({ data, width, height }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return PAPER;
  const [across, down] = [x - 0.5 - left, y - 0.5 - top];
  const at = top * width + left;
  const upper = (data[at] ?? PAPER) * (1 - across) + (data[at + 1] ?? PAPER) * across;
  const lower = (data[at + width] ?? PAPER) * (1 - across) + (data[at + width + 1] ?? PAPER) * across;
  return upper * (1 - down) + lower * down;
}

/** A word read off a sheet, where it is in the picture. */
export interface PlacedWord extends SeenWord {
  row: Row;
  turn: Turn;
}

/** Words of a sheet in pixels of the picture, `line` being their row's number; what lies in no row is left out. */
export function placeWords({ placed }: Sheet, words: readonly SeenWord[]): PlacedWord[] {
  return words.flatMap((word) => {
    const [middle, centre] = [word.x + word.width / 2, word.y + word.height / 2];
    const one = placed.find(
      ({ left, top, width, height }) =>
        middle >= left && middle < left + width && centre >= top - SLACK && centre < top + height + SLACK,
    );
    if (!one) return [];
    const corners = [word.x, word.x + word.width].flatMap((x) =>
      [word.y, word.y + word.height].map((y) => inPicture(one, x, y)),
    );
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
    const { row, turn, number: line } = one;
    return [{ text: word.text, confidence: word.confidence, x, y, width, height, line, turn, row }];
  });
}
