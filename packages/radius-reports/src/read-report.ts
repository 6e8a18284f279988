/** Reads a radius report page by page; keeps only what its tables say. */
import { reportRow, totalOf } from './cells.js';
import { columnEdges } from './columns.js';
import { compare, nameLists } from './compare.js';
import { areSame, findHeader, kindOf, type Header, type HeaderCell, type TableKind } from './header.js';
import { HEADER_REST, ORPHAN_TITLE, RUNNING, VENDORS, type Column } from './layouts.js';
import { folded, linesOf, upper, type Line } from './lines.js';
import type { ListDate, ListTotal, RadiusReport, ReportPage, ReportRow } from './model.js';
import { rowsOf, textOf, type TableRow } from './rows.js';

interface OpenTable {
  kind: TableKind;
  cells: HeaderCell[];
  /** Of a table without a column of lists. */
  heading: string;
}

interface PlacedRow extends ReportRow {
  /** Which table, by its columns: reports list a site in several tables. */
  table: string;
}

const ANCHORS: Readonly<Record<TableKind, readonly Column[]>> = {
  listing: ['mapId', 'distance', 'direction', 'page', 'elevation'],
  unplaced: ['id', 'zip', 'page', 'lists', 'name'],
  summary: ['total'],
  dates: ['date', 'lists'],
};
const HEADING = /^([A-Z][A-Z0-9 /&()-]{1,40}?)(?:\s*[:–]|\s+-\s|$)/;
const DATE_LINE =
  /^(?:DATE OF (?:GOVERNMENT|AGENCY|DATA) VERSION|VERSION DATE|RELEASE DATE|LAST UPDATED?)\s*:?\s*(.+)$/i;
const LIST_LINE = /^([A-Z][A-Z0-9 /&-]{1,30}?)\s*:\s+\S/;
/** So much of a page continues a table whose header is not repeated. */
const LEAST_CONTINUED = 0.5;
const MAX_ROWS = 20_000;

export interface ReportReader {
  /** Pages in their order. */
  add(page: ReportPage): void;
  finish(): RadiusReport;
}

export function reportReader(): ReportReader {
  const signs = VENDORS.map(() => 0);
  const rows: PlacedRow[] = [];
  const orphans: ReportRow[] = [];
  const totals: ListTotal[] = [];
  const dates: ListDate[] = [];
  const pages: number[] = [];
  const running = new Map<string, number>();
  const known: OpenTable[] = [];
  let open: OpenTable | undefined;
  let listOfDates = '';
  let isCut = false;

  const isRunning = ({ text }: Line): boolean =>
    RUNNING.test(text) ||
    VENDORS.some((vendor) => vendor.running.test(text)) ||
    (running.get(text.replaceAll(/\d/g, '')) ?? 0) > 1;

  /** Without running text at the top and at the bottom. A number directly below a line belongs to a cell. */
  function withoutRunning(lines: readonly Line[], height: number): Line[] {
    let [first, end] = [0, lines.length];
    while (first < Math.min(2, end) && isRunning(lines[first] as Line)) first++;
    const isApart = (at: number): boolean =>
      (lines[at]?.middle ?? 0) - (lines[at - 1]?.middle ?? -Infinity) > 1.6 * height;
    while (end > Math.max(first, lines.length - 3) && isRunning(lines[end - 1] as Line) && isApart(end - 1)) end--;
    return lines.slice(first, end);
  }

  function learn(lines: readonly Line[]): void {
    const text = lines.map((line) => line.text).join('\n');
    VENDORS.forEach(({ sign }, at) => (signs[at] = (signs[at] ?? 0) + (sign.test(text) ? 1 : 0)));
    for (const line of lines.slice(-1)) {
      const key = line.text.replaceAll(/\d/g, '');
      if (running.size < 500 || running.has(key)) running.set(key, (running.get(key) ?? 0) + 1);
    }
  }

  /** A header with fewer columns than the same one on an earlier page, or with fewer words, lost some of them. */
  function completed(cells: HeaderCell[], height: number): HeaderCell[] {
    const same = known.find((table) => areSame(table.cells, cells, height));
    if (!same) return cells;
    const named = (each: readonly HeaderCell[]) =>
      new Set(each.map(({ column }) => column).filter((column) => column !== 'other')).size;
    const lettersOf = (each: readonly HeaderCell[]) => each.reduce((sum, { text }) => sum + text.length, 0);
    const lost = named(same.cells) - named(cells) || lettersOf(same.cells) - lettersOf(cells);
    if (lost > 0) return same.cells;
    same.cells = cells;
    return cells;
  }

  function tableAt(lines: readonly Line[], header: Header, from: number, height: number): OpenTable | undefined {
    const cells = completed(header.cells, height);
    const title = upper(
      lines
        .slice(from, header.from)
        .map(({ text }) => text)
        .join(' | '),
    );
    const found = kindOf(cells);
    if (!found) return undefined;
    const isOrphans = ORPHAN_TITLE.test(title) && found === 'listing';
    const kind = isOrphans && !cells.some(({ column }) => column === 'distance') ? 'unplaced' : found;
    const hasLists = cells.some(({ column }) => column === 'lists');
    const above = lines.slice(from, header.from).map(({ text }) => HEADING.exec(text)?.[1]?.trim() ?? '');
    const heading = hasLists ? '' : (above.findLast((each) => each !== '' && each === each.toUpperCase()) ?? '');
    // a table of names and addresses without that title may list sites of the map again
    const isSure = cells.some(({ column }) => column === 'lists') && !cells.some(({ column }) => column === 'mapId');
    if (kind === 'unplaced' && !ORPHAN_TITLE.test(title) && !isSure) return undefined;
    const table: OpenTable = { kind, cells, heading };
    if (!known.some((each) => areSame(each.cells, cells, height))) known.push(table);
    return table;
  }

  function bodyOf(lines: readonly Line[], from: number, to: number): Line[] {
    let first = from;
    while (first < to && HEADER_REST.test(upper(lines[first]?.text ?? ''))) first++;
    return lines.slice(first, to);
  }

  function take(table: OpenTable, body: readonly Line[], page: number, height: number): number {
    const edges = columnEdges(table.cells, body, height);
    const found = rowsOf(body, { edges, height, anchors: ANCHORS[table.kind] });
    const context = { cells: table.cells, page, heading: table.heading };
    let taken = 0;
    for (const row of found) {
      if (row.isRest) continue;
      taken++;
      if (table.kind === 'summary') {
        const total = totalOf(row, table.cells, page);
        if (total) totals.push(total);
      } else if (table.kind === 'dates') addDate(table, row, page);
      else if (rows.length + orphans.length >= MAX_ROWS) isCut = true;
      else if (table.kind === 'unplaced') orphans.push(reportRow(row, { ...context, isPlaced: false }));
      else {
        const key = table.cells.map(({ column }) => column).join(' ');
        rows.push({ ...reportRow(row, { ...context, isPlaced: true }), table: key });
      }
    }
    if (taken > 0 && pages.at(-1) !== page) pages.push(page);
    return taken;
  }

  function addDate({ cells }: OpenTable, row: TableRow, page: number): void {
    const get = (column: Column): string => textOf(row.cells[cells.findIndex((cell) => cell.column === column)] ?? []);
    if (get('lists') !== '' && /\d/.test(get('date'))) dates.push({ list: get('lists'), date: get('date'), page });
  }

  /** Dates that are written below the name of a list. */
  function readDateLines(lines: readonly Line[], page: number): void {
    for (const { text } of lines) {
      const date = DATE_LINE.exec(text)?.[1];
      if (date === undefined) listOfDates = LIST_LINE.exec(text)?.[1] ?? listOfDates;
      else if (listOfDates !== '' && /\d/.test(date))
        dates.push({ list: listOfDates, date: date.split(/\s{2,}/)[0] ?? date, page });
    }
  }

  /** Whether most lines of a page fit the columns of the table before it. */
  function continues(table: OpenTable, body: readonly Line[], height: number): boolean {
    if (table.kind === 'dates') return false;
    const edges = columnEdges(table.cells, body, height);
    const found = rowsOf(body, { edges, height, anchors: ANCHORS[table.kind].slice(0, 2) });
    const fits = found.filter(
      ({ isRest, cells }) => !isRest && cells.filter((cell) => cell.length > 0).length >= Math.min(4, cells.length - 1),
    );
    const words = fits.reduce((sum, row) => sum + row.words.length, 0);
    const all = body.reduce((sum, line) => sum + line.words.length, 0);
    return fits.length >= 2 && words >= LEAST_CONTINUED * all;
  }

  function add({ number, words }: ReportPage): void {
    const { lines: all, height } = linesOf(words.filter(({ text }) => text.trim() !== ''));
    learn(all);
    const lines = withoutRunning(all, height);
    let [from, taken] = [0, 0];
    let header = findHeader(lines, height);
    const lead = header ? lines.slice(0, header.from) : lines;
    if (open && lead.length > 3 && continues(open, lead, height))
      taken += take(open, bodyOf(lines, 0, lead.length), number, height);
    else if (!header) open = undefined;
    while (header) {
      const next = findHeader(lines, height, header.to);
      const table = tableAt(lines, header, from, height);
      const end = next?.from ?? lines.length;
      if (table) taken += take(table, bodyOf(lines, header.to, end), number, height);
      open = table ?? open;
      [from, header] = [end, next];
    }
    if (taken === 0) readDateLines(lines, number);
  }

  function finish(): RadiusReport {
    const best = Math.max(...signs);
    const vendor = best === 0 ? '' : (VENDORS[signs.indexOf(best)]?.vendor ?? '');
    nameLists([...rows, ...orphans], totals);
    const listed = withoutRepetitions(rows);
    const differences = totals.length === 0 ? [] : compare(listed, totals);
    const check = totals.length === 0 ? 'none' : differences.length === 0 ? 'agree' : 'differ';
    const doubts = [
      ...(listed.length === 0 ? ['No table of sites was found on these pages.'] : []),
      ...(check === 'none' && listed.length > 0
        ? ['The report has no summary of its lists, so that nothing could be compared.']
        : []),
      ...missingNumbers(listed),
      ...(isCut ? [`Only the first ${MAX_ROWS} rows were read.`] : []),
    ];
    const placed = new Set(listed.map(siteKey));
    const unplaced = orphans.filter((row) => !placed.has(siteKey(row)));
    return { vendor, rows: listed, orphans: unplaced, totals, check, differences, dates, doubts, pages };
  }
  return { add, finish };
}

const siteKey = ({ name, address }: ReportRow): string => `${folded(name)}|${folded(address)}`;

/** Rows of a second table that name a site of the first one again. */
function withoutRepetitions(rows: readonly PlacedRow[]): ReportRow[] {
  const tableOf = new Map<string, string>();
  return rows.flatMap(({ table, ...row }) => {
    const lists = row.lists.filter((list) => {
      const key = [folded(list), row.mapId || folded(row.name), row.mapId ? '' : folded(row.address)].join('|');
      const first = tableOf.get(key) ?? table;
      tableOf.set(key, first);
      return first === table;
    });
    return lists.length === 0 && row.lists.length > 0 ? [] : [{ ...row, lists }];
  });
}

const MAX_MISSING = 20;

/** Map numbers run from 1 without a gap. */
function missingNumbers(rows: readonly ReportRow[]): string[] {
  const numbers = new Set(rows.flatMap(({ mapId }) => Number(/\d+$/.exec(mapId)?.[0] ?? NaN)).filter(Number.isFinite));
  const most = Math.max(0, ...numbers);
  if (numbers.size < 5 || most > 2 * numbers.size) return [];
  const missing = Array.from({ length: most }, (_, at) => at + 1).filter((number) => !numbers.has(number));
  return missing.length === 0
    ? []
    : [
        `No row was read for map numbers ${missing.slice(0, MAX_MISSING).join(', ')}${missing.length > MAX_MISSING ? ' and others' : ''}.`,
      ];
}

/** Reads a report whose pages are in memory. */
export function readRadiusReport(pages: Iterable<ReportPage>): RadiusReport {
  const reader = reportReader();
  for (const page of pages) reader.add(page);
  return reader.finish();
}
