import { useEffect } from 'react';

/**
 * Steps back to the last page of a list whose last page became empty, or when the URL names a page beyond the end.
 * @param list its answer, with the page that was asked for; undefined while loading
 * @returns whether the page is beyond the end
 */
export function useStepBack(
  list: { page: number; total_pages: number } | undefined,
  onPage: (page: number) => void,
): boolean {
  const lastPage = Math.max(1, list?.total_pages ?? 1);
  const isBeyond = list !== undefined && list.page > lastPage;
  useEffect(() => {
    if (isBeyond) onPage(lastPage);
  }, [isBeyond, lastPage, onPage]);
  return isBeyond;
}
