/** Rows of a table: lines that belong together, by white space and by the columns that each row fills once. */
import { cellsOfLine, type ColumnEdges } from './columns.js';
import { directionOf, readDistance } from './distance.js';
import type { Column } from './layouts.js';
import { median, type Line } from './lines.js';
import type { ReportWord } from './model.js';

export interface TableRow {
  /** By position of the column, in reading order. */
  cells: ReportWord[][];
  words: ReportWord[];
  /** Without any sign of a row of its own: continues the row before it. */
  isRest: boolean;
}

interface RowLine {
  middle: number;
  cells: ReportWord[][];
  words: ReportWord[];
}

export interface RowTest {
  edges: ColumnEdges;
  height: number;
  /** Columns that a row fills once, best first. */
  anchors: readonly Column[];
}

const MAP_ID = /^[A-Z]{0,3}-?[\dOlISB]{1,4}[A-Z]?$/i;
/** Share of the rows that fill a column. */
const USUAL = 0.8;
const NUMBER = /^[\dOlISB,]+$/;

export const textOf = (words: readonly ReportWord[]): string => words.map(({ text }) => text).join(' ');

function isAnchor(column: Column, text: string, header: string): boolean {
  if (text === '') return false;
  if (column === 'mapId') return MAP_ID.test(text);
  if (column === 'distance') return readDistance(text, header).feet !== undefined;
  if (column === 'total' || column === 'page') return NUMBER.test(text);
  if (column === 'direction') return directionOf(text) !== undefined;
  if (column === 'zip') return /^\d{5}/.test(text);
  if (column === 'id') return /\d{3}/.test(text);
  return true;
}

/** Steps within a row: the smaller of two sizes of step, or the only one. Cells set in the middle have half steps. */
function lineStep(steps: readonly number[], height: number): number {
  const halves = steps.filter((step) => step <= 0.75 * height);
  if (halves.length >= Math.max(2, steps.length / 20)) return 2 * median(halves);
  const whole = steps.filter((step) => step > 0.75 * height).sort((one, other) => one - other);
  const low = whole[Math.floor(whole.length / 10)] ?? height;
  return median(whole.filter((step) => step <= 1.12 * low)) || low;
}

export function rowsOf(body: readonly Line[], { edges, height, anchors }: RowTest): TableRow[] {
  const lines = body.map((line): RowLine => ({
    middle: line.middle,
    cells: cellsOfLine(line, edges),
    words: line.words,
  }));
  const step = lineStep(
    lines.slice(1).map(({ middle }, at) => middle - (lines[at]?.middle ?? 0)),
    height,
  );
  const gap = step + 0.11 * height;
  const cellOf = (words: readonly ReportWord[][], column: Column): string =>
    textOf(edges.cells.flatMap((cell, at) => (cell.column === column ? (words[at] ?? []) : [])));
  const headerOf = (column: Column): string => edges.cells.find((cell) => cell.column === column)?.text ?? '';
  const has = (words: readonly ReportWord[][], column: Column): boolean =>
    isAnchor(column, cellOf(words, column), headerOf(column));

  const groups: RowLine[][] = [];
  lines.forEach((line, at) => {
    const before = lines[at - 1];
    if (before && line.middle - before.middle <= gap) groups.at(-1)?.push(line);
    else groups.push([line]);
  });
  const joined = (group: readonly RowLine[]): ReportWord[][] =>
    edges.cells.map((_, at) => group.flatMap((line) => line.cells[at] ?? []));
  const rows: TableRow[] = [];
  const add = (group: readonly RowLine[], isRest: boolean): void => {
    const row = { cells: joined(group), words: group.flatMap(({ words }) => words), isRest };
    const last = rows.at(-1);
    if (!isRest || !last) return void rows.push(row);
    last.cells = last.cells.map((cell, at) => [...cell, ...(row.cells[at] ?? [])]);
    last.words.push(...row.words);
  };
  let bottom = -Infinity;
  for (const group of groups) {
    const isNear = (group[0]?.middle ?? 0) - bottom < 2.2 * step;
    bottom = group.at(-1)?.middle ?? bottom;
    const anchor = anchors.find((column) => group.some(({ cells }) => has(cells, column)));
    const whole = joined(group);
    if (!anchor) {
      const isOwn = anchors.some((column) => has(whole, column) || cellOf(whole, column) !== '');
      const filled = whole.filter((cell) => cell.length > 0).length;
      if (isOwn && filled >= 3) add(group, false);
      else if (isNear) add(group, true);
      continue;
    }
    const anchored = group.filter(({ cells }) => has(cells, anchor));
    const usual = anchors.filter(
      (column) =>
        column !== anchor && anchored.filter(({ cells }) => has(cells, column)).length >= USUAL * anchored.length,
    );
    // other columns that begin a row show where one begins whose anchor is missing
    const begins = ({ cells }: RowLine): boolean =>
      has(cells, anchor) || (usual.length > 1 && usual.every((column) => has(cells, column)));
    split(group, begins).forEach((part) => add(part, false));
  }
  return rows;
}

/** Rows of a group without white space between them; each has one line with an anchor. */
function split(group: readonly RowLine[], isAnchored: (line: RowLine) => boolean): RowLine[][] {
  const anchored = group.filter(isAnchored);
  if (anchored.length <= 1) return [[...group]];
  const isTop = group[0] === anchored[0];
  const parts = anchored.map((): RowLine[] => []);
  for (const line of group) {
    let at = 0;
    anchored.forEach((anchor, index) => {
      if (isTop ? anchor.middle <= line.middle : nearer(line, anchor, anchored[at])) at = index;
    });
    parts[at]?.push(line);
  }
  return parts;
}

const nearer = (line: RowLine, one: RowLine, other: RowLine | undefined): boolean =>
  Math.abs(one.middle - line.middle) < Math.abs((other?.middle ?? Infinity) - line.middle);
