/** The header of a table: cells whose words name what a column holds. */
import { HEADERS, type Column } from './layouts.js';
import { boxOf, folded, upper, type Line } from './lines.js';
import type { Box, ReportWord } from './model.js';

export interface HeaderCell extends Box {
  column: Column;
  /** Upper case. */
  text: string;
}

export interface Header {
  cells: HeaderCell[];
  /** Positions of its lines on the page; the last one is excluded. */
  from: number;
  to: number;
}

export type TableKind = 'listing' | 'summary' | 'unplaced' | 'dates';

const MAX_LINES = 4;
const MAX_HEADER = 60;
/** A larger gap begins another cell: of the usual height of a word, and of the width of a letter. */
const [CELL_GAP, LETTER_GAP] = [0.8, 1.25];
const BARE = /^(?:#|NO\.?|NUMBER)$/;
const UNFOLDED: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '5': 'S', '8': 'B' };

/** Columns by the text of a cell. */
type ColumnCache = Map<string, Column | undefined>;

function columnOf(text: string, known: ColumnCache): Column | undefined {
  if (!known.has(text)) known.set(text, columnNamed(text));
  return known.get(text);
}

function columnNamed(text: string): Column | undefined {
  if (text.length > MAX_HEADER) return undefined;
  const spelled = upper(text);
  const mended = spelled.replaceAll(/(?<=[A-Z])[0158]|[0158](?=[A-Z])/g, (digit) => UNFOLDED[digit] ?? digit);
  for (const each of new Set([spelled, mended]))
    for (const [column, pattern] of HEADERS)
      if (pattern.test(each) && (column === 'band' || !/\d/.test(each))) return column;
  return undefined;
}

function phrasesOf({ words }: Line, height: number): ReportWord[][] {
  const phrases: ReportWord[][] = [];
  let last: ReportWord | undefined;
  for (const word of words) {
    const letters = last && (last.width + word.width) / (last.text.length + word.text.length);
    const most = Math.min(CELL_GAP * height, LETTER_GAP * (letters ?? 0));
    if (last && word.x - last.x - last.width < most) phrases.at(-1)?.push(word);
    else phrases.push([word]);
    last = word;
  }
  return phrases;
}

const overlaps = (one: Box, other: Box): boolean => one.x < other.x + other.width && other.x < one.x + one.width;

function cellsOf(band: readonly Line[], height: number): (Box & { text: string })[] {
  let cells: (Box & { words: ReportWord[] })[] = [];
  for (const line of band)
    for (const words of phrasesOf(line, height)) {
      const box = boxOf(words);
      const joined = cells.filter((cell) => overlaps(cell, box));
      const all = [...joined.flatMap((cell) => cell.words), ...words];
      cells = [...cells.filter((cell) => !joined.includes(cell)), { ...boxOf(all), words: all }];
    }
  return cells
    .sort((one, other) => one.x - other.x)
    .map(({ words, ...box }) => ({ ...box, text: upper(words.map(({ text }) => text).join(' ')) }));
}

/** At most so many cell gaps are between two cells that are one. */
const MOST_GAPS = 2.5;

/**
 * Joins neighbours that name a column together, where the second alone repeats a column of the header: in a scan the gap
 * between two words can be as wide as one between cells.
 */
function joinedCells(cells: readonly (Box & { text: string })[], height: number, columns: ColumnCache) {
  const joined: (Box & { text: string })[] = [];
  for (const cell of cells) {
    const before = joined.at(-1);
    const column = columnOf(cell.text, columns);
    const isRepeated =
      column !== undefined && cells.some((other) => other !== cell && columnOf(other.text, columns) === column);
    const text = `${before?.text ?? ''} ${cell.text}`;
    const whole = columnOf(text, columns);
    const isNear = before && cell.x - before.x - before.width < MOST_GAPS * CELL_GAP * height;
    if (isNear && isRepeated && whole !== undefined && whole !== column)
      joined.splice(-1, 1, { ...boxOf([before, cell]), text });
    else joined.push(cell);
  }
  return joined;
}

const COUNTED: ReadonlySet<Column> = new Set(['band', 'radius', 'total']);

export function kindOf(cells: readonly HeaderCell[]): TableKind | undefined {
  const has = (...columns: Column[]): boolean => columns.every((each) => cells.some(({ column }) => column === each));
  const number = cells.filter(({ column }) => COUNTED.has(column)).length;
  if (has('lists', 'total') && number >= 2 && !has('address')) return 'summary';
  if (has('distance') && (has('name') || has('address')) && cells.length >= 3) return 'listing';
  if (has('name', 'address') && has('direction')) return 'listing';
  if (has('name', 'address') && (has('lists') || has('id'))) return 'unplaced';
  if (has('lists', 'date') && !has('name')) return 'dates';
  return undefined;
}

/** Better is higher; undefined for a band that is no header. */
function readBand(
  lines: readonly Line[],
  height: number,
  columns: ColumnCache,
): { cells: HeaderCell[]; score: number } | undefined {
  const cells = joinedCells(cellsOf(lines, height), height, columns).map((cell, at): HeaderCell => {
    // a number sign that is not the first cell is the rest of another header
    const column = at > 0 && BARE.test(cell.text) ? undefined : columnOf(cell.text, columns);
    return { ...cell, column: column ?? 'other' };
  });
  const named = cells.filter(({ column }) => column !== 'other');
  const others = cells.length - named.length;
  const kind = kindOf(cells);
  const distinct = new Set(named.map(({ column }) => column)).size;
  const least = kind === 'dates' ? 2 : 3;
  if (!kind || distinct < Math.min(least, cells.length) || others > named.length / 2) return undefined;
  return { cells, score: named.length + distinct - 2 * others + 0.1 * lines.length };
}

type Scored = Header & { score: number };

/** The best header that begins at a line. */
function headerAt(lines: readonly Line[], start: number, height: number, columns: ColumnCache): Scored | undefined {
  let best: Scored | undefined;
  for (let end = start + 1; end <= Math.min(start + MAX_LINES, lines.length); end++) {
    const [top, bottom] = [lines[start], lines[end - 1]];
    if (!top || !bottom || bottom.middle - top.middle > 1.9 * height * (end - start - 0.4)) break;
    const read = readBand(lines.slice(start, end), height, columns);
    if (read && read.score > (best?.score ?? 0)) best = { ...read, from: start, to: end };
  }
  return best;
}

/** The first header at or after a line. */
export function findHeader(lines: readonly Line[], height: number, from = 0): Header | undefined {
  const columns: ColumnCache = new Map();
  const better = (one: Scored | undefined, other: Scored | undefined): Scored | undefined =>
    (other?.score ?? 0) > (one?.score ?? 0) ? other : one;
  for (let first = from; first < lines.length; first++) {
    const found = headerAt(lines, first, height, columns);
    if (!found) continue;
    // one that begins a line or two later may be better
    const later = [first + 1, first + 2].map((start) => headerAt(lines, start, height, columns));
    return later.reduce(better, found);
  }
  return undefined;
}

/** Same columns at the same places, but for some that were not read. */
export function areSame(one: readonly HeaderCell[], other: readonly HeaderCell[], height: number): boolean {
  const found = one.filter((cell) =>
    other.some(
      (each) => Math.abs(each.x - cell.x) < 0.8 * height && (each.column === cell.column || likeness(each, cell)),
    ),
  ).length;
  return found >= 3 && found >= 0.6 * Math.max(one.length, other.length);
}

const likeness = (one: HeaderCell, other: HeaderCell): boolean => folded(one.text) === folded(other.text);
