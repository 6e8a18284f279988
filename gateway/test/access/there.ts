/** @throws if undefined */
export function there<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the matrix has no ${what}`);
  return value;
}
