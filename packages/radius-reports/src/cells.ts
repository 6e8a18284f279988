/** Cells of a row as values. */
import { digits, directionOf, readDistance } from './distance.js';
import type { HeaderCell } from './header.js';
import type { Column } from './layouts.js';
import { boxOf } from './lines.js';
import type { ListTotal, ReportRow, ReportWord } from './model.js';
import { textOf, type TableRow } from './rows.js';

const MAX_TEXT = 300;
export const NO_MAP_NUMBER = 'The map number was not read.';
const STREET_END =
  /^(.*?\d.*?\b(?:ST|STREET|AVE?|AVENUE|RD|ROAD|BLVD|BOULEVARD|DR|DRIVE|LN|LANE|CT|COURT|PL|PLACE|PKWY|PARKWAY|TER|TERRACE|WAY|CIR|CIRCLE|PIKE|PLZ|PLAZA|SQ|SQUARE|HWY \d+|HIGHWAY \d+|ROUTE \d+|RTE \d+|BROADWAY)\.?(?: (?:N|S|E|W|NORTH|SOUTH|EAST|WEST|[NS][EW])\b)?),? +([A-Z][A-Z .'-]+?),? +([A-Z]{2})\.?,?(?: +(\d{5})(?:-\d{4})?)?$/i;

interface Address {
  address: string;
  city: string;
  state: string;
  zip: string;
}

/** Separates a city, state and ZIP code that follow the street. */
export function addressOf(cell: string): Address {
  const [, address, city, state, zip = ''] = STREET_END.exec(cell) ?? [];
  return address === undefined || city === undefined || state === undefined
    ? { address: cell, city: '', state: '', zip: '' }
    : { address, city, state: state.toUpperCase(), zip };
}

/** "BROOKLYN, NY 11211" or parts of it. */
function cityOf(cell: string): Omit<Address, 'address'> {
  const [, zip = ''] = /(\d{5})(?:-\d{4})?$/.exec(cell) ?? [];
  const rest = cell.replace(/[, ]*\d{5}(?:-\d{4})?$/, '').replace(/,$/, '');
  const [, city = rest, state = ''] = /^(.+?),? ([A-Z]{2})$/.exec(rest) ?? [];
  return { city: city.replace(/,$/, ''), state, zip };
}

/** Lists of a cell; a hyphen at the end of a line belongs to the name. */
const listsOf = (words: readonly ReportWord[]): string[] => [
  ...new Set(
    textOf(words)
      .split(/\s*[,;|]\s*/)
      .map((list) => list.trim())
      .filter((list) => list !== ''),
  ),
];

export interface RowContext {
  cells: readonly HeaderCell[];
  page: number;
  isPlaced: boolean;
  /** Of a table without a column of lists: its heading. */
  heading: string;
}

const isOf = (column: Column) => (cell: HeaderCell) => cell.column === column;

export function reportRow(
  { cells: values, words }: TableRow,
  { cells, page, isPlaced, heading }: RowContext,
): ReportRow {
  const wordsOf = (column: Column): ReportWord[] =>
    cells.flatMap((cell, at) => (isOf(column)(cell) ? (values[at] ?? []) : []));
  const get = (column: Column): string => textOf(wordsOf(column)).slice(0, MAX_TEXT);
  const lists = listsOf(wordsOf('lists'));
  const given = addressOf(get('address'));
  const city = get('city') === '' ? undefined : cityOf(get('city'));
  const doubts: string[] = [];
  const distances = cells.filter(isOf('distance'));
  const row: ReportRow = {
    mapId: get('mapId'),
    name: get('name'),
    address: given.address,
    city: city?.city ?? given.city,
    state: get('state') || city?.state || given.state,
    zip: /^\d{5}/.exec(get('zip'))?.[0] ?? (city?.zip || given.zip),
    lists: lists.length > 0 || heading === '' ? lists : [heading],
    direction: '',
    elevation: get('elevation'),
    status: get('status'),
    ids: get('id')
      .split(/[\s,;]+/)
      .filter((id) => /\d/.test(id)),
    page,
    box: boxOf(words),
    doubts,
  };
  if (isPlaced && distances.length > 0) {
    const header = distances.map(({ text }) => text).join(' ');
    const distance = readDistance(get('distance'), header, get('direction'));
    Object.assign(row, distance.feet !== undefined && { feet: distance.feet }, { direction: distance.direction });
    doubts.push(...distance.doubts);
    if (distance.feet !== undefined && distance.feet > 0 && distance.direction === '')
      doubts.push('The direction was not read.');
  } else if (isPlaced) {
    // a header may have lost its word for the distance
    const found = readDistance(get('direction'), '');
    Object.assign(row, found.feet !== undefined && { feet: found.feet });
    if (found.feet !== undefined) doubts.push(...found.doubts);
    row.direction = directionOf(get('direction')) ?? found.direction;
  }
  if (row.name === '') doubts.push('The name was not read.');
  if (isPlaced && row.mapId === '' && cells.some(isOf('mapId'))) doubts.push(NO_MAP_NUMBER);
  if (row.lists.length === 0) doubts.push('The list was not read.');
  return row;
}

const count = (text: string): number | undefined => {
  const number = /^[\dOoQlI|SB,]{1,7}$/.test(text) ? digits(`${text}`).replaceAll(',', '') : '';
  const value = /^\d+$/.test(number) ? number : ({ O: '0', o: '0', l: '1', I: '1', S: '5', B: '8' }[text] ?? '');
  return value === '' ? undefined : Number(value);
};

/** A line of the summary; undefined without a list or a number. */
export function totalOf(
  { cells: values, words }: TableRow,
  cells: readonly HeaderCell[],
  page: number,
): ListTotal | undefined {
  const textAt = (column: Column): string =>
    textOf(cells.flatMap((cell, at) => (isOf(column)(cell) ? (values[at] ?? []) : [])));
  const list = textAt('lists');
  const total = count(textAt('total'));
  return list === '' || total === undefined ? undefined : { list, total, page, box: boxOf(words) };
}
