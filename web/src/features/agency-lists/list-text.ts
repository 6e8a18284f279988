/** Words for agency lists and their files. */
import type { Field } from '@symbio/agency-lists/columns';
import { dateOnly, fileSize } from '../../lib/ui/formats.js';
import type { DataSet, ListVersion } from '../../evidence/data-sets-api.js';
import type { InterruptedList } from './interrupted-lists.js';

const REASONS: Readonly<Record<string, string>> = {
  width: 'Other number of columns',
  empty: 'No name and no address',
  no_list: 'On no known list',
  ambiguous_place: 'Coordinates that can be read in two ways',
  repeated: 'Id of another row',
};
export const reasonText = (reason: string): string => REASONS[reason] ?? reason;

const QUALITIES: Readonly<Record<string, string>> = {
  exact: 'Exact place',
  street: 'Place on the street',
  unknown: 'Place of unknown accuracy',
  area: 'Centre of an area: not mapped',
  none: 'Without a place',
  unreadable: 'Unreadable place',
};
export const qualityText = (quality: string): string => QUALITIES[quality] ?? quality;

const CORRECTIONS: Readonly<Record<string, string>> = {
  swapped: 'Latitude and longitude exchanged',
  sign: 'Sign of the longitude restored',
  metres: 'Web map metres converted',
  nad27: 'NAD27: less accurate',
};
export const correctionText = (word: string): string => CORRECTIONS[word] ?? word;

export const FIELD_LABELS: Readonly<Record<Field, string>> = {
  id: 'Id of the record',
  name: 'Name',
  address: 'Address',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  latitude: 'Latitude',
  longitude: 'Longitude',
  accuracy: 'Accuracy in metres',
  method: 'Method of the place',
  datum: 'Datum',
  status: 'Status',
  registry: 'EPA registry id',
  violations: 'Violations',
  programs: 'Program ids',
};

export const countOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const numberText = (value: number): string => value.toLocaleString('en-US');

export const currentVersion = ({ versions, current_version_id: id }: DataSet): ListVersion | undefined =>
  versions.find((version) => version.id === id);

/** The newest file, unless it is the one that is searched. */
export function pendingVersion({ versions, current_version_id: id }: DataSet): ListVersion | undefined {
  const [newest] = versions;
  return newest && newest.id !== id ? newest : undefined;
}

export function stateText({ state, rows, problem }: ListVersion): string {
  if (state === 'importing') return rows > 0 ? `Importing: ${numberText(rows)} rows` : 'Importing';
  if (state === 'unknown_columns') return 'Columns unknown';
  if (state === 'failed') return problem ?? 'Import failed';
  return 'Imported';
}

export const interruptedText = ({ name, size, sent }: InterruptedList): string =>
  `${name} stopped at ${Math.floor((sent / size) * 100)}% of ${fileSize(size)}. Choose the same file again to continue.`;

export const editionText = ({ agency_date: date, file_name: file }: ListVersion): string =>
  date ? `${dateOnly(date)}, ${file}` : file;

const quoted = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;

/** Refused rows, RFC 4180. The texts are the rows of the file. */
export const refusedCsv = ({ examples }: ListVersion): string =>
  [
    ['row', 'reason', 'text'],
    ...examples.map(({ row, reason, text }) => [row, reasonText(reason), /^[=+\-@]/.test(text) ? `'${text}` : text]),
  ]
    .map((line) => `${line.map(quoted).join(',')}\r\n`)
    .join('');
