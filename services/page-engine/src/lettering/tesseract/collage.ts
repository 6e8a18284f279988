/**
 * Pastes normalized rows of letters onto a sheet read in one call, so recognition gets clean lines and needs no layout
 * analysis.
 */
import type { Raster } from '../ink.js';
import type { Row } from './rows.js';
import type { SeenWord, Turn } from '../words.js';

/** Letter height on the sheet preferred by recognition, and scale limits. */
const LETTERS = { height: 30, enlarged: 4, reduced: 0.25 };
/** Line height including ascenders and descenders. */
const LINE = 60;
/** Sheet limits: width range, height, pixels and margin. Tesseract accepts up to 32,767. */
const SHEET = { least: 2_400, most: 9_000, height: 30_000, pixels: 60e6, margin: 20 };
/** Gap between two rows of a line. */
const GAP = 90;
/** Padding around a row in letter heights: row ends are missed where they touch an outline. */
const AROUND = { ends: 0.7, sides: 0.22 };
/** Maximum row height in letter heights; higher ones are several rows joined by accident. */
const HIGHEST = 1.7;
const PAPER = 255;
/** Tolerance of a box beyond its row. */
const SLACK = 8;

/** Slants to try: mapmakers lean letters by 7 to 23 degrees, recognition prefers upright ones. */
const SLANTS = [0, 0.12, 0.22, 0.32, 0.42];
const SHARPER = 1.04;

export interface TurnedRow {
  row: Row;
  turn: Turn;
}

interface Placed extends TurnedRow {
  number: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** Sheet pixels per picture pixel. */
  scale: number;
  /** Start in the row's coordinates. */
  from: number;
  above: number;
}

export interface Sheet extends Raster {
  placed: Placed[];
}

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
  // group words and scraps: layout analysis fails among scraps
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

function inPicture(
  { row, turn, left, top, width, height, scale, from, above }: Placed,
  x: number,
  y: number,
): readonly [x: number, y: number] {
  // vertical rows run along the picture's height: upward reading starts at the far end
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

/** Letter centres stay in place. */
function blockOf(picture: Raster, placed: Placed, slant: number): Uint8Array {
  const { left, top, width, height } = placed;
  const block = new Uint8Array(width * height);
  // affine: constant steps per pixel
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

/** Rightward lean of letters per pixel of height; 0 for upright. */
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

/** Bilinear sample; paper outside. */
function sampled({ data, width, height }: Raster, x: number, y: number): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return PAPER;
  const [across, down] = [x - 0.5 - left, y - 0.5 - top];
  const at = top * width + left;
  const upper = (data[at] ?? PAPER) * (1 - across) + (data[at + 1] ?? PAPER) * across;
  const lower = (data[at + width] ?? PAPER) * (1 - across) + (data[at + width + 1] ?? PAPER) * across;
  return upper * (1 - down) + lower * down;
}

export interface PlacedWord extends SeenWord {
  row: Row;
  turn: Turn;
}

/** Words of a sheet in picture pixels, `line` being the row index; drops words outside rows. */
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
