import type { PageInfo } from '@symbio/proto/common';

/** Items a page where nobody says how many (CONST-05). */
const PER_PAGE = 20;

/**
 * What an entity is over HTTP, as types: a presenter that forgets a field of its message, or shows one that the message
 * does not have, does not compile. What is not to be shown is named where the presenter is declared (`Omit`).
 */
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

/** The fields of a message under their names in JSON; null for what is absent. */
export type Presented<Message> = {
  [Name in keyof Message & string as SnakeCase<Name>]-?: PresentedValue<NonNullable<Message[Name]>> | null;
};

/** A moment as RFC 3339 in UTC with milliseconds. */
export const moment = (at: Date | undefined): string | null => (at ? at.toISOString() : null);

/** An address of a file as somebody reaches it who is not on a page of ours; one that has an origin keeps it. */
export const address = (url: string, origin: string): string => (url.startsWith('/') ? `${origin}${url}` : url);

/** {data, page, per_page, total_pages, count} */
export const list = <Item>(data: Item[], info?: PageInfo) => ({
  data,
  page: info?.page ?? 1,
  per_page: info?.perPage ?? data.length,
  total_pages: info?.totalPages ?? (data.length > 0 ? 1 : 0),
  count: info?.count ?? data.length,
});

/** A part of a list that is there as a whole. 0 or less stands for the first page, and for the usual size. */
export function partOf<Item>(all: readonly Item[], asked: { page: number; perPage: number }) {
  const [page, perPage] = [Math.max(1, asked.page), asked.perPage || PER_PAGE];
  const from = (page - 1) * perPage;
  const { length: count } = all;
  return list(all.slice(from, from + perPage), { page, perPage, totalPages: Math.ceil(count / perPage), count });
}

/** What a service must have answered. @throws Error when it did not: a defect, not something a caller did */
export function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a service answered nothing where it must answer something');
  return value;
}
