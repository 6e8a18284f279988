/** All texts within a value, in its order. */
export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

/** Without control characters, which neither PDF/A nor XML allows; line ends stay. */
export const printable = (text: string): string => text.replace(/(?![\n\t])\p{Cc}/gu, '');

/** A copy with printable texts. */
export function withPrintableTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, field: unknown) =>
    typeof field === 'string' ? printable(field) : field,
  ) as Value;
}
