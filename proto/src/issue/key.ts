/** Display form of issue numbers. Browser-safe: no protobuf. */

const KEY = /^SYM-([1-9]\d{0,9})$/i;

/** `SYM-12`; empty for an issue without number. */
export const issueKey = (number: number | undefined): string => (number ? `SYM-${number}` : '');

/** Parses `SYM-12`, ignoring case; undefined for other text. */
export function issueNumber(key: string): number | undefined {
  const digits = KEY.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
