import type { list as declaredList } from '@symbio/api';
import type { PageInfo } from '@symbio/proto/common';
import type { z } from 'zod';

/** Default page size (CONST-05). */
const PER_PAGE = 20;

export const list = <Item>(data: Item[], info?: PageInfo) => ({
  data,
  page: info?.page ?? 1,
  per_page: info?.perPage ?? data.length,
  total_pages: info?.totalPages ?? (data.length > 0 ? 1 : 0),
  count: info?.count ?? data.length,
});

/** Slice of a complete list. 0 or less means the first page or the default size. */
export function sliceOf<Item>(all: readonly Item[], asked: { page: number; perPage: number }) {
  const [page, perPage] = [Math.max(1, asked.page), asked.perPage || PER_PAGE];
  const from = (page - 1) * perPage;
  const { length: count } = all;
  return list(all.slice(from, from + perPage), { page, perPage, totalPages: Math.ceil(count / perPage), count });
}

export interface PagingQuery {
  page?: number | undefined;
  per_page?: number | undefined;
  perPage?: number | undefined;
  cursor?: string | undefined;
}

export interface Slice {
  page: number;
  perPage: number;
  cursor?: string;
}

/** Requested slice, with default page size (CONST-05). */
export const pageOf = ({ page, per_page, perPage, cursor }: PagingQuery): Slice => ({
  page: page ?? 0,
  perPage: per_page ?? perPage ?? 0,
  ...(cursor === undefined ? {} : { cursor }),
});

/** Undefined if not requested: for lists that are returned whole by default. */
export function optionalPageOf(query: PagingQuery): Slice | undefined {
  const requested = pageOf(query);
  return requested.page === 0 && requested.perPage === 0 ? undefined : requested;
}

/** Part of a complete list that a query asks for; by default all of it. */
export const listOf = <Item>(all: readonly Item[], query: PagingQuery) =>
  optionalPageOf(query) === undefined ? list([...all]) : sliceOf(all, pageOf(query));

export type ListOf<Item> = Omit<z.output<ReturnType<typeof declaredList<z.ZodUnknown>>>, 'data'> & { data: Item[] };

export const listResponse = <Item>(data: Item[], info?: PageInfo): ListOf<Item> => ({
  ...list(data, info),
  next_cursor: info?.nextCursor ?? null,
});
