/** Default and largest size of a list's page (CONST-05, http-api.md). */
export const DEFAULT_PER_PAGE = 20;
export const MAX_PER_PAGE = 100;

export interface PageSpec {
  /** From 1. */
  page: number;
  perPage: number;
  skip: number;
}

/** A list's slice with defaults filled in and bounds kept. */
export function pageSpec(paging: { page: number; perPage: number } | undefined): PageSpec {
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

/** A text as a pattern that matches it literally. */
export const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
