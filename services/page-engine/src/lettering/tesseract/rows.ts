/**
 * Finds possible writing. Hatching, outlines and pipes are most of a fire insurance map's ink and would slow down
 * recognition.
 */
import { DisjointSets } from '../disjoint-sets.js';
import { inkOf, PAPER, type Raster } from '../ink.js';

export interface Box {
  left: number;
  top: number;
  /** Last pixel inside (inclusive). */
  right: number;
  bottom: number;
}

/** Row of possible letters. Vertical rows have x and y swapped. */
export interface Row {
  direction: 'across' | 'along';
  /** Point on the centre line, and its slope. */
  x: number;
  y: number;
  slope: number;
  /** Extent along and across the line from that point, in pixels. */
  from: number;
  to: number;
  above: number;
  below: number;
  size: number;
  letters: number;
}

export interface Lettering {
  /** Picture with white paper and without straight lines. */
  clean: Raster;
  rows: Row[];
}

/** Straight ink of this length and at most this thickness is a line, not writing. */
const LINE = { length: 44, thickness: 6 };

/** Erases straight lines, so touching letters are separated. */
export function eraseLines(ink: Uint8Array, clean: Uint8Array, width: number, height: number): void {
  const drawn = new Uint8Array(ink.length);
  markLines(ink, drawn, width, height, 1, width);
  markLines(ink, drawn, height, width, width, 1);
  for (let at = 0; at < ink.length; at++) {
    if (!drawn[at]) continue;
    ink[at] = 0;
    clean[at] = PAPER;
    // erase their edges too
    for (const beside of [at - 1, at + 1, at - width, at + width]) if (!ink[beside]) clean[beside] = PAPER;
  }
}

/** Marks lines in one direction: `step` runs along, `stride` to the next. */
function markLines(
  ink: Uint8Array,
  drawn: Uint8Array,
  length: number,
  count: number,
  step: number,
  stride: number,
): void {
  for (let line = 0; line < count; line++) {
    const from = line * stride;
    let start = 0;
    for (let i = 0; i <= length; i++) {
      if (i < length && ink[from + i * step]) continue;
      if (i - start >= LINE.length)
        for (let j = start; j < i; j++)
          if (isThin(ink, line, count, from + j * step, stride)) drawn[from + j * step] = 1;
      start = i + 1;
    }
  }
}

function isThin(ink: Uint8Array, line: number, count: number, at: number, stride: number): boolean {
  let thick = 1;
  for (let i = 1; line - i >= 0 && ink[at - i * stride]; i++) if (++thick > LINE.thickness) return false;
  for (let i = 1; line + i < count && ink[at + i * stride]; i++) if (++thick > LINE.thickness) return false;
  return true;
}

/** Connected component of ink. */
export interface Piece extends Box {
  ink: number;
}

/** 8-connected components of the ink. */
export function piecesOf(ink: Uint8Array, width: number, height: number): Piece[] {
  const parents: number[] = [];
  const pieces: Piece[] = [];
  const find = (label: number): number => {
    let root = label;
    while (parents[root] !== root) root = parents[root] ?? root;
    while (parents[label] !== root) [label, parents[label]] = [parents[label] ?? root, root];
    return root;
  };
  let above: number[] = [];
  for (let y = 0; y < height; y++) {
    /** Start, end and label of each run of this row. */
    const runs: number[] = [];
    let next = 0;
    for (let x = 0; x < width; x++) {
      if (!ink[y * width + x]) continue;
      const start = x;
      while (x < width && ink[y * width + x]) x++;
      const label = parents.length;
      parents.push(label);
      pieces.push({ left: start, top: y, right: x - 1, bottom: y, ink: x - start });
      while (next < above.length && (above[next + 1] ?? 0) < start) next += 3;
      for (let i = next; i < above.length && (above[i] ?? 0) <= x; i += 3) {
        const one = find(label);
        const other = find(above[i + 2] ?? 0);
        if (one !== other) parents[Math.max(one, other)] = Math.min(one, other);
      }
      runs.push(start, x, label);
    }
    above = runs;
  }
  for (const [label, piece] of pieces.entries()) {
    const whole = pieces[find(label)];
    if (!whole || whole === piece) continue;
    whole.left = Math.min(whole.left, piece.left);
    whole.top = Math.min(whole.top, piece.top);
    whole.right = Math.max(whole.right, piece.right);
    whole.bottom = Math.max(whole.bottom, piece.bottom);
    whole.ink += piece.ink;
  }
  return pieces.filter((_, label) => parents[label] === label);
}

/** Letter sides in pixels; a script word is one component with up to this aspect ratio. */
const LETTER = { least: 6, most: 130, wordLength: 9 };
/** Ink share of a letter's box. */
const FILLED = { least: 0.12, most: 0.85 };
/** Neighbouring letters: gap in heights of the larger, vertical overlap with the lower, and height ratio. */
const BESIDE = { gap: 1.1, covered: 0.5, taller: 2.2 };
/** Minimum letters of a row; script counts as several. */
const LEAST_LETTERS = 3;
/** Minimum components of a vertical row: shorter words are rarely read reliably. */
const LEAST_TURNED = 3;
/** Minimum letter height relative to the row's highest, and minimum row length in heights. */
const SAME_SIZE = 0.45;
const LEAST_LENGTH = 1.3;

/** Rows of components with the size, shape and neighbours of letters. */
export function letteringOf(raster: Raster): Lettering {
  const { width, height } = raster;
  const { ink, clean } = inkOf(raster);
  eraseLines(ink, clean, width, height);
  const pieces = piecesOf(ink, width, height).filter(isLetter);
  const letters = pieces.map((piece, id): Letter => ({ ...piece, id }));
  const across = rowsOf(letters);
  const along = rowsOf(letters.map((letter) => turnedBox(letter))).filter((row) => row.length >= LEAST_TURNED);
  const rows = [
    ...stronger(across, along).map((row) => toRow(row, 'across')),
    ...stronger(along, across).map((row) => toRow(row, 'along')),
  ];
  return { clean: { data: clean, width, height }, rows };
}

interface Letter extends Piece {
  id: number;
}

/** A letter belongs to its row only if that has at least this share of the length of its row in the other direction. */
const AS_LONG = 0.45;

/** Drops rows that are part of longer rows in the other direction, such as the first letters of list lines. */
function stronger(rows: readonly Letter[][], others: readonly Letter[][]): Letter[][] {
  const lengths = new Map<number, number>();
  for (const row of others) for (const { id } of row) lengths.set(id, row.length);
  return rows.filter((row) => {
    const own = row.filter(({ id }) => row.length >= (lengths.get(id) ?? 0) * AS_LONG);
    return own.length * 2 >= row.length;
  });
}

/** Slopes up to this in short rows are chance. */
const LEVEL = { letters: 5, slope: 0.12 };
/** Maximum slope: 35 degrees. */
const STEEPEST = 0.7;

function toRow(letters: readonly Piece[], direction: Row['direction']): Row {
  const middles = letters.map(({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2] as const);
  const x = mean(middles.map(([across]) => across));
  const y = mean(middles.map(([, down]) => down));
  let covariance = 0;
  let variance = 0;
  for (const [across, down] of middles) {
    covariance += (across - x) * (down - y);
    variance += (across - x) ** 2;
  }
  const found = variance > 0 ? covariance / variance : 0;
  const chance = letters.length < LEVEL.letters && Math.abs(found) < LEVEL.slope;
  const slope = chance ? 0 : Math.max(-STEEPEST, Math.min(STEEPEST, found));
  const length = Math.hypot(1, slope);
  const [cos, sin] = [1 / length, slope / length];
  const row: Row = { direction, x, y, slope, from: 0, to: 0, above: 0, below: 0, size: 0, letters: letters.length };
  const heights: number[] = [];
  for (const { left, top, right, bottom } of letters) {
    const half = (bottom - top + 1) / 2;
    const [across, down] = [(left + right) / 2 - x, (top + bottom) / 2 - y];
    const [u, v] = [across * cos + down * sin, down * cos - across * sin];
    const reach = (right - left + 1) / 2;
    row.from = Math.min(row.from, u - reach);
    row.to = Math.max(row.to, u + reach);
    row.above = Math.min(row.above, v - half);
    row.below = Math.max(row.below, v + half);
    heights.push(bottom - top + 1);
  }
  heights.sort((a, b) => a - b);
  // capitals and ascenders, not dots
  row.size = heights[Math.floor(heights.length * 0.7)] ?? 1;
  return row;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const turnedBox = <T extends Box>(box: T): T => ({
  ...box,
  left: box.top,
  top: box.left,
  right: box.bottom,
  bottom: box.right,
});

function isLetter(piece: Piece): boolean {
  const width = piece.right - piece.left + 1;
  const height = piece.bottom - piece.top + 1;
  const [short, long] = width < height ? [width, height] : [height, width];
  if (long < LETTER.least || short > LETTER.most || long > short * LETTER.wordLength) return false;
  if (long > LETTER.most * 3) return false;
  const filled = piece.ink / (width * height);
  // strokes like I and 1 fill their boxes
  return filled >= FILLED.least && (filled <= FILLED.most || long >= 2 * short);
}

/** A component this flat belongs to a dashed line, such as pipes and party walls. */
const DASH = { height: 6, length: 2 };

function isDash({ left, top, right, bottom }: Piece): boolean {
  const height = bottom - top + 1;
  return height <= DASH.height && right - left + 1 >= height * DASH.length;
}

function rowsOf(pieces: readonly Letter[]): Letter[][] {
  const letters = pieces.filter((piece) => !isDash(piece));
  const cell = LETTER.most;
  const cells = new Map<number, number[]>();
  const keyOf = (x: number, y: number): number => Math.floor(y / cell) * 65_536 + Math.floor(x / cell);
  for (const [index, { left, top }] of letters.entries()) {
    const key = keyOf(left, top);
    const list = cells.get(key);
    if (list) list.push(index);
    else cells.set(key, [index]);
  }
  const sets = new DisjointSets();
  letters.forEach(() => sets.add());
  for (const [index, one] of letters.entries()) {
    const reach = one.right + (one.bottom - one.top + 1) * BESIDE.gap * BESIDE.taller;
    for (let x = one.left; x <= reach + cell; x += cell)
      for (const y of [one.top - cell, one.top, one.top + cell])
        for (const other of cells.get(keyOf(x, y)) ?? []) {
          const second = letters[other];
          if (second && second !== one && areBeside(one, second)) sets.join(index, other);
        }
  }
  return sets.groups(letters).filter((row) => {
    const left = Math.min(...row.map((letter) => letter.left));
    const right = Math.max(...row.map((letter) => letter.right));
    const highest = Math.max(...row.map(({ top, bottom }) => bottom - top + 1));
    // dashes beside an outline are many components, but of different heights
    const count = row.filter(({ top, bottom }) => bottom - top + 1 >= highest * SAME_SIZE);
    const letters = count.reduce((sum, letter) => sum + lettersIn(letter), 0);
    return letters >= LEAST_LETTERS && right - left + 1 >= highest * LEAST_LENGTH;
  });
}

/** Letter count of a component by its aspect ratio. */
function lettersIn({ left, top, right, bottom }: Box): number {
  const width = right - left + 1;
  const height = bottom - top + 1;
  return Math.max(1, Math.round((width / height) * 1.2));
}

function areBeside(left: Piece, right: Piece): boolean {
  const [one, other] = [left.bottom - left.top + 1, right.bottom - right.top + 1];
  const [low, high] = one < other ? [one, other] : [other, one];
  if (high > low * BESIDE.taller) return false;
  const gap = right.left - left.right;
  if (gap > high * BESIDE.gap || right.left < left.left) return false;
  const common = Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) + 1;
  return common >= low * BESIDE.covered;
}
