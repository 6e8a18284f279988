/** Rows of a file as records. */
import { folded, isPackedDegrees, type Field } from './columns.js';
import { isAmbiguous } from './degrees.js';
import type { Format } from './formats.js';
import { readPlace, type Mended, type PlaceQuality } from './place.js';

/** Violations that a list knows of a site. */
export type Violations = 'none' | 'found';

export interface SiteRecord {
  id: string;
  /** Number of the row in the file, from 1. */
  row: number;
  lists: readonly string[];
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  status: string;
  /** Absent: the file does not say. */
  violations?: Violations;
  /** EPA's number of the place. */
  registryId: string;
  programIds: readonly string[];
  quality: PlaceQuality;
  longitude?: number;
  latitude?: number;
  accuracyM?: number;
  mended: readonly Mended[];
}

/** Why a row was not taken. */
export const ROW_REFUSALS = ['width', 'empty', 'no_list', 'ambiguous_place', 'repeated'] as const;
export type RowRefusal = (typeof ROW_REFUSALS)[number];

export type ReadRow = SiteRecord | { refusal: RowRefusal };

export const isRefused = (row: ReadRow): row is { refusal: RowRefusal } => 'refusal' in row;

const MAX_TEXT = 300;

/** "-" is how downloads of EPA write nothing. */
function textOf(value: string | undefined): string {
  const text = (value ?? '').trim();
  return text === '-' ? '' : text.slice(0, MAX_TEXT);
}

function violationsOf(text: string): Violations | undefined {
  if (/^(?:no\b|none\b|in compliance|n$|0+$)/i.test(text)) return 'none';
  return /violation|non-?compl|^snc$|^y(?:es)?$|^[1-9]\d*$/i.test(text) ? 'found' : undefined;
}

/** Reads rows of one file. */
export function rowReader(
  format: Format,
  header: readonly string[],
): (values: readonly string[], row: number) => ReadRow {
  const positions = new Map<string, number>();
  header.forEach((column, at) => {
    if (!positions.has(folded(column))) positions.set(folded(column), at);
  });
  const { columns, datum = '', state: stateOfFile = '' } = format;
  const at = (field: Field): readonly number[] =>
    [columns[field] ?? []].flat().flatMap((column) => positions.get(folded(column)) ?? []);
  const places = new Map(
    (Object.keys(columns) as Field[]).map((field) => [field, at(field)] as [Field, readonly number[]]),
  );
  const isPacked = (field: Field): boolean => [columns[field] ?? []].flat().some(isPackedDegrees);
  const packed = { latitude: isPacked('latitude'), longitude: isPacked('longitude') };
  const indexOf = new Map<string, number | undefined>();
  const positionOf = (column: string): number | undefined => {
    if (!indexOf.has(column)) indexOf.set(column, positions.get(folded(column)));
    return indexOf.get(column);
  };

  return (values, row) => {
    if (values.length !== header.length) return { refusal: 'width' };
    const get = (field: Field): string => {
      const [first, ...others] = places.get(field) ?? [];
      if (first === undefined) return '';
      return others.length === 0
        ? textOf(values[first])
        : textOf([first, ...others].map((position) => textOf(values[position])).join(' '));
    };
    const [name, address] = [get('name'), get('address')];
    if (name === '' && address === '') return { refusal: 'empty' };
    const lists = format.lists((column) => {
      const position = positionOf(column);
      return position === undefined ? '' : (values[position] ?? '');
    });
    if (lists.length === 0) return { refusal: 'no_list' };
    const state = get('state') || stateOfFile;
    const [latitude, longitude] = [get('latitude'), get('longitude')];
    if (isAmbiguous([latitude, longitude], packed)) return { refusal: 'ambiguous_place' };
    const { quality, accuracyM, mended, ...place } = readPlace({
      ...{ latitude, longitude, accuracy: get('accuracy'), isPacked: packed },
      ...{ method: get('method'), datum: get('datum') || datum, state },
    });
    const violations = violationsOf(get('violations'));
    return {
      id: get('id') || `row ${row}`,
      ...{ row, lists, name, address, city: get('city'), state, zip: get('zip').slice(0, 5), status: get('status') },
      registryId: get('registry'),
      programIds: get('programs')
        .split(/[,\s]+/)
        .filter((id) => id !== ''),
      quality,
      ...(violations && { violations }),
      ...place,
      ...(accuracyM !== undefined && { accuracyM }),
      mended,
    };
  };
}
