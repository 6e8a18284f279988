/** CONST-23, OP-40 */
const LOCALE = 'en-US';

const mediumFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
const exactFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' });
const dateOnlyFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium' });
/** A date without time is the same day everywhere: parsed and formatted in UTC. */
const plainDateFormat = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

const PLAIN_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Shown for a missing or invalid date. */
export const NO_VALUE = '—';

function format(value: string | Date | null | undefined, withTime: Intl.DateTimeFormat): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  const date = typeof value === 'string' ? new Date(value) : value;
  if (Number.isNaN(date.getTime())) return NO_VALUE;
  return typeof value === 'string' && PLAIN_DATE.test(value) ? plainDateFormat.format(date) : withTime.format(date);
}

/** `Sep 26, 2025, 2:05 PM`; a plain `YYYY-MM-DD` without time. */
export const medium = (value: string | Date | null | undefined): string => format(value, mediumFormat);

/** `Sep 26, 2025, 2:05:09 PM` */
export const exact = (value: string | Date | null | undefined): string => format(value, exactFormat);

/** `Sep 26, 2025` */
export const dateOnly = (value: string | Date | null | undefined): string => format(value, dateOnlyFormat);

/** `YYYY-MM-DD` of a date or RFC 3339 string; empty if missing. */
export const plainDate = (value: string | null | undefined): string => value?.slice(0, 10) ?? '';

/** IANA, e.g. `America/New_York`. */
export const timezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const SIZE_UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Steps of 1024: `200 MB`, `1.4 MB`, `12 KB`. */
export function fileSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 1024 && unit < SIZE_UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  const digits = unit < 2 || size >= 10 || Number.isInteger(size) ? 0 : 1;
  return `${size.toFixed(digits)} ${SIZE_UNITS[unit]}`;
}

/** `1 page`, `3 pages`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** CONST-10 */
const ID_TAIL = 8;

/** Enough to distinguish jobs (JOB-01). */
export const idTail = (id: string): string => id.slice(-ID_TAIL);

const MAX_NAMES = 5;

/** Beyond five names adds how many more there are. */
export const namesInShort = (names: readonly string[]): string =>
  (names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), `${names.length - MAX_NAMES} more`] : names).join(', ');
