/** Lines of a page in reading order: column by column, table rows whole. */
import { boundingBox, type Box, type LetteredWord } from '../spotting/reading.js';

/** Adjacent words in one column. */
export interface Line {
  words: readonly LetteredWord[];
  text: string;
  box: Box;
  /** Column number from the left; -1 for a line across several. */
  column: number;
  /** Indent from the column's left edge, in letter heights. */
  indent: number;
  /** Distance of the line end from the column's right edge, in letter heights. */
  short: number;
}

/** Minimum gap between pieces of a line, in letter heights; pieces of a column's line join later. */
const GAP = 1.1;
/** Minimum gutter width between columns, in letter heights. */
const GUTTER = 0.9;
/** Maximum share of pieces that may cross a gutter. */
const CROSSING_SHARE = 0.01;
/** Line wider than this share of the text is a header or footer, or the page has one column. */
const WIDE = 0.55;
const MOSTLY_WIDE = 0.25;
/** Minimum pieces of a column; a page's last column may be shorter. */
const COLUMN_PIECES = 5;
/** Share of pieces left of a gap that must be row keys to make it a table. */
const KEYS = 0.55;
/** Row keys of a table: a number, an address, a year, a tank. */
const KEY =
  /^(?:[#(]?\d{1,5}[a-f½]?\)?|(?:1[89]|20)\d\d(?:-\d\d)?|(?:UST|AST|T|TANK)\s?[-#]?\s?\d{1,3}|\d{1,5}(?:\s[A-Z0-9][\w.']*){1,3}\s(?:st|ave|av|rd|blvd|street|avenue|road|pl|ct|la)\.?)$/i;
/** Maximum rotation of a text line in degrees. */
const LEVEL = 12;

interface Piece {
  words: LetteredWord[];
  x: number;
  right: number;
  y: number;
}

const textOf = (words: readonly LetteredWord[]): string => words.map(({ text }) => text).join(' ');
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * @param words of a page, in any order
 * @param hasColumns whether the page may be set in columns; false for letters, whose table cells are not columns
 */
export function linesOf(words: readonly LetteredWord[], hasColumns = true): Line[] {
  const level = words.filter(
    ({ turned, angle = 0, width, height }) => turned === 0 && Math.abs(angle) <= LEVEL && width > 0 && height > 0,
  );
  const height = median(level.map((word) => word.height));
  if (height === 0) return [];
  const pieces = piecesOf(level, height);
  const gutters = hasColumns ? guttersOf(pieces, height) : [];
  const columnOf = ({ x, right }: Piece): number => {
    const column = gutters.filter((gutter) => gutter < x + height / 2).length;
    return gutters.filter((gutter) => gutter < right - height / 2).length > column ? -1 : column;
  };
  const columns = new Map<number, Piece[]>();
  for (const piece of pieces) {
    const column = columnOf(piece);
    columns.set(column, [...(columns.get(column) ?? []), piece]);
  }
  return [...columns].sort(([a], [b]) => a - b).flatMap(([column, own]) => columnLines(column, own, height));
}

function columnLines(column: number, pieces: readonly Piece[], height: number): Line[] {
  const rows: Piece[][] = [];
  for (const piece of [...pieces].sort((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    const before = row?.at(-1);
    if (row && before && Math.abs(before.y - piece.y) < 0.5 * height && !row.some((one) => overlaps(one, piece)))
      row.push(piece);
    else rows.push([piece]);
  }
  const edge = lowOf(pieces.map(({ x }) => x));
  const right = -lowOf(pieces.map((piece) => -piece.right));
  return rows.map((row) => {
    const words = row.sort((a, b) => a.x - b.x).flatMap((piece) => piece.words);
    const box = boundingBox(words);
    const [indent, short] = [(box.x - edge) / height, (right - box.x - box.width) / height];
    return { words, text: textOf(words), box, column, indent, short };
  });
}

const overlaps = (a: Piece, b: Piece): boolean => Math.min(a.right, b.right) - Math.max(a.x, b.x) > 0;
/** Common edge, ignoring outliers. */
const lowOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 12)] ?? 0;

/** Groups consecutive words without wide gaps, along lines that may slope slightly. */
function piecesOf(words: readonly LetteredWord[], height: number): Piece[] {
  const pieces: Piece[] = [];
  for (const word of [...words].sort((a, b) => a.x - b.x)) {
    const y = word.y + word.height / 2;
    let best: Piece | undefined;
    for (const piece of pieces) {
      const gap = word.x - piece.right;
      if (gap > GAP * height || gap < -0.6 * height || Math.abs(piece.y - y) > 0.45 * Math.max(height, word.height))
        continue;
      if (!best || Math.abs(piece.y - y) < Math.abs(best.y - y)) best = piece;
    }
    if (best) {
      best.words.push(word);
      best.right = Math.max(best.right, word.x + word.width);
      best.y = y;
    } else pieces.push({ words: [word], x: word.x, right: word.x + word.width, y });
  }
  return pieces.map((piece) => ({ ...piece, y: median(piece.words.map((word) => word.y + word.height / 2)) }));
}

/** Centres of the gutters between text columns. */
function guttersOf(all: readonly Piece[], height: number): number[] {
  const step = height / 4;
  const left = Math.min(...all.map(({ x }) => x));
  const width = Math.max(...all.map(({ right }) => right)) - left;
  const pieces = all.filter(({ x, right }) => right - x < WIDE * width);
  if (pieces.length < (1 - MOSTLY_WIDE) * all.length) return [];
  const bins = Math.ceil(width / step) + 1;
  const covered = new Array<number>(bins).fill(0);
  for (const { x, right } of pieces)
    for (let bin = Math.floor((x - left) / step); bin < Math.ceil((right - left) / step); bin++)
      covered[bin] = (covered[bin] ?? 0) + 1;
  const most = Math.max(1, Math.floor(pieces.length * CROSSING_SHARE));
  const spaces: number[] = [];
  let from: number | undefined;
  for (let bin = 0; bin <= bins; bin++) {
    const isFree = bin < bins && (covered[bin] ?? 0) <= most;
    if (isFree) from ??= bin;
    else if (from !== undefined) {
      if ((bin - from) * step >= GUTTER * height && from > 0 && bin < bins)
        spaces.push(left + ((from + bin) / 2) * step);
      from = undefined;
    }
  }
  return partingOf(spaces, pieces);
}

/** Gutters with a column on each side, excluding the gap after a table's row keys. */
function partingOf(spaces: readonly number[], pieces: readonly Piece[]): number[] {
  const gutters: number[] = [];
  for (const space of spaces) {
    const before = gutters.at(-1) ?? -Infinity;
    const left = pieces.filter((piece) => piece.x >= before && piece.right <= space);
    const right = pieces.filter((piece) => piece.x >= space);
    if (left.length < COLUMN_PIECES || right.length === 0) continue;
    if (left.filter(({ words }) => KEY.test(textOf(words))).length >= KEYS * left.length) continue;
    // table cells: nearly every piece has a left neighbour
    if (isTable(left, right)) continue;
    gutters.push(space);
  }
  return gutters;
}

/** Whether columns are table cells: the right side is short and much sparser than two list columns. */
function isTable(left: readonly Piece[], right: readonly Piece[]): boolean {
  const keys = right.filter(({ words }) => /^[\d,.$]+(?:\s?(?:gal|gals|gallons?|bbls?)\.?)?$/i.test(textOf(words)));
  return keys.length >= KEYS * right.length && left.length >= right.length * 0.7;
}
