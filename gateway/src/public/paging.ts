import { MAX_ROWS, list } from '@symbio/api';
import type { PageInfo } from '@symbio/proto/common';
import type { z } from 'zod';

interface Asked {
  page?: number | undefined;
  per_page?: number | undefined;
  perPage?: number | undefined;
  cursor?: string | undefined;
}

/** The slice that a caller asks for; all that one answer holds when none is named. */
export function slice({ page, per_page, perPage, cursor }: Asked): { page: number; perPage: number; cursor?: string } {
  const size = per_page ?? perPage;
  const isSlice = page !== undefined || size !== undefined;
  return { page: page ?? 0, perPage: size ?? (isSlice ? 0 : MAX_ROWS), ...(cursor === undefined ? {} : { cursor }) };
}

type ListOf<Item> = Omit<z.output<ReturnType<typeof list<z.ZodUnknown>>>, 'data'> & { data: Item[] };

/** What a list answers: rows, and where they stand among all of them. */
export const listed = <Item>(data: Item[], info?: PageInfo): ListOf<Item> => ({
  data,
  page: info?.page ?? 1,
  per_page: info?.perPage ?? data.length,
  total_pages: info?.totalPages ?? (data.length > 0 ? 1 : 0),
  count: info?.count ?? data.length,
  next_cursor: info?.nextCursor ?? null,
});

/** A part of a list that the gateway has as a whole. */
export function sliced<Item>(all: readonly Item[], asked: Asked): ListOf<Item> {
  const { page, perPage } = slice(asked);
  const size = perPage || 20;
  const from = (Math.max(1, page) - 1) * size;
  return listed(all.slice(from, from + size), {
    page: Math.max(1, page),
    perPage: size,
    totalPages: Math.ceil(all.length / size),
    count: all.length,
  });
}
