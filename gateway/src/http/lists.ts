import type { PageInfo } from '@symbio/proto/common';

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
