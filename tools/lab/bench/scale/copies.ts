/** Copies of stored rows with ids of their own, as if many projects had been worked on like the measured one. */
import { createHash } from 'node:crypto';
import type { Document as Row } from 'mongodb';

/** Milliseconds between the ids of two copies: ids begin with their time, so copies lie side by side in an index. */
const STEP_MS = 3_600_000;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME_DIGITS = 12;

/** The id in the copy; a version 7 id keeps its order in time. */
export function copiedId(id: string, copy: number): string {
  if (copy === 0) return id;
  const hash = createHash('sha256').update(`${copy} ${id}`).digest('hex');
  const digits = id.replaceAll('-', '');
  const time = (Number.parseInt(digits.slice(0, TIME_DIGITS), 16) + copy * STEP_MS)
    .toString(16)
    .padStart(TIME_DIGITS, '0');
  const head = digits[TIME_DIGITS] === '7' ? time : hash.slice(-TIME_DIGITS);
  const all = `${head}${digits[TIME_DIGITS]}${hash.slice(0, 19)}`;
  return [all.slice(0, 8), all.slice(8, 12), all.slice(12, 16), all.slice(16, 20), all.slice(20)].join('-');
}

/** Every id in every text of a row is replaced; other values stay. */
export function copied(value: unknown, copy: number): unknown {
  if (typeof value === 'string') return value.replaceAll(ID, (id) => copiedId(id, copy));
  if (Array.isArray(value)) return value.map((each) => copied(each, copy));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copied(each, copy)]));
}

/**
 * A copy that is unique under the given indexes: where copying leaves a unique key as it was, its fields differ by the
 * number of the copy.
 *
 * @param uniqueKeys fields of each unique index, `_id` among them
 */
export function uniqueCopy(row: Row, copy: number, uniqueKeys: readonly (readonly string[])[]): Row {
  const made = copied(row, copy) as Row;
  for (const fields of uniqueKeys) {
    if (fields.some((field) => made[field] !== row[field])) continue;
    for (const field of fields) {
      const value: unknown = made[field];
      if (typeof value === 'string') made[field] = `${value}~${copy}`;
      if (typeof value === 'number') made[field] = value + copy * 1_000_000;
    }
  }
  return made;
}
