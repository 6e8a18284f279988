/**
 * JSON and database words (`pending`, `document-specific`, `canManageUser`) derived from protobuf enums, in types and
 * at run time.
 */

type Enum = Readonly<Record<string, string>>;
type NameOf<E extends Enum> = Exclude<keyof E & string, 'UNSPECIFIED'>;

type Word<Name extends string> = Lowercase<Name>;
type HyphenWord<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}-${HyphenWord<Rest>}`
  : Lowercase<Name>;
type CamelWord<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelWord<Rest>>}`
  : Lowercase<Name>;

const namesOf = (values: Enum): string[] => Object.keys(values).filter((name) => name !== 'UNSPECIFIED');

/** `IN_PROGRESS` to `in_progress`, in contract order. */
export const words = <E extends Enum>(values: E) =>
  namesOf(values).map((name) => name.toLowerCase()) as readonly string[] as readonly Word<NameOf<E>>[];

/** `DOCUMENT_SPECIFIC` to `document-specific`. */
export const hyphenWords = <E extends Enum>(values: E) =>
  namesOf(values).map((name) => name.toLowerCase().replaceAll('_', '-')) as readonly string[] as readonly HyphenWord<
    NameOf<E>
  >[];

/** `CAN_MANAGE_USER` to `canManageUser`. */
export const camelWords = <E extends Enum>(values: E) =>
  namesOf(values).map((name) =>
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  ) as readonly string[] as readonly CamelWord<NameOf<E>>[];

export const isOneOf =
  <Of extends string>(list: readonly Of[]) =>
  (value: unknown): value is Of =>
    (list as readonly unknown[]).includes(value);
