/** The number of an issue as people write it. Browsers import this file: it knows no protobuf. */

const KEY = /^SYM-([1-9]\d{0,9})$/i;

/** `SYM-12`; empty for an issue that has no number yet. */
export const issueKey = (number: number | undefined): string => (number ? `SYM-${number}` : '');

/** The number in `SYM-12`, in any case; undefined for any other text. */
export function issueNumber(key: string): number | undefined {
  const digits = KEY.exec(key)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
