/** Default and largest size of a list's page (CONST-05, http-api.md). */
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

/** The slice that a caller asks for; undefined: all of the list. */
export type Paging = { page: number; perPage: number } | undefined;

export interface PageSpec {
  /** From 1. */
  page: number;
  perPage: number;
  skip: number;
}

/** A list's slice with defaults filled in and bounds kept. */
export function pageSpec(paging: Paging): PageSpec {
  const page = Math.max(1, Math.trunc(paging?.page || 1));
  const perPage = Math.min(MAX_PER_PAGE, Math.max(1, Math.trunc(paging?.perPage || DEFAULT_PER_PAGE)));
  return { page, perPage, skip: (page - 1) * perPage };
}

/** What the answer says about its slice. */
export const pageInfo = ({ page, perPage }: PageSpec, count: number) => ({
  page,
  perPage,
  totalPages: Math.ceil(count / perPage),
  count,
});

export interface PagedList<T> {
  rows: T[];
  /** Undefined where all of the list was asked for. */
  pageInfo: ReturnType<typeof pageInfo> | undefined;
}

/** A slice of a list and how much there is in all; where no slice is asked for, all of it, and nothing is counted. */
export async function pagedList<T>(
  paging: Paging,
  list: (slice: PageSpec | undefined) => Promise<T[]>,
  count: () => Promise<number>,
): Promise<PagedList<T>> {
  if (!paging) return { rows: await list(undefined), pageInfo: undefined };
  const slice = pageSpec(paging);
  const [rows, total] = await Promise.all([list(slice), count()]);
  return { rows, pageInfo: pageInfo(slice, total) };
}

/** A text as a pattern that matches it literally. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
