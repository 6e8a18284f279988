/** JSON types of entities: a presenter must name each message field. Hidden fields are omitted in its type (`Omit`). */
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${SnakeCase<Rest>}`
    : `_${Lowercase<First>}${SnakeCase<Rest>}`
  : Name;

type PresentedValue<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? PresentedValue<Item>[]
    : T extends object
      ? Presented<T>
      : T;

/** A message's fields under their JSON names; null if absent. */
export type Presented<Message> = {
  [Name in keyof Message & string as SnakeCase<Name>]-?: PresentedValue<NonNullable<Message[Name]>> | null;
};

/** Formats a date as RFC 3339 in UTC with milliseconds. */
export const moment = (at: Date | undefined): string | null => (at ? at.toISOString() : null);

/** Absolute addresses stay unchanged. */
export const address = (url: string, origin: string): string => (url.startsWith('/') ? `${origin}${url}` : url);

/** Unwraps a required response field. @throws Error if missing */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a required field is missing from a service response');
  return value;
}
