import { useMemo } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { visibleRows } from '../../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../../evidence/annotations-api.js';
import { useLiveAnnotations } from '../../../evidence/live-annotations.js';

const NONE: readonly ShownAnnotation[] = [];

/**
 * The annotations of the page that is on screen, with what others do to them.
 * @param pageId empty: no page is
 */
export function usePageAnnotations(pageId: string) {
  // no changes are received of a page that is not on screen
  const { currentData, isFetching, isError, error, refetch } = useGetPageAnnotationsQuery(pageId, {
    skip: pageId === '',
    refetchOnMountOrArgChange: true,
  });
  useLiveAnnotations(pageId);
  const annotations = useMemo(() => (currentData ? visibleRows(currentData) : NONE), [currentData]);
  return {
    annotations,
    /** Whether they have been read. */
    isKnown: currentData !== undefined,
    isLoading: isFetching && !currentData,
    /** Why they could not be read; null unless that is so. */
    failure: isError && !currentData ? { error, onRetry: () => void refetch() } : null,
  };
}
