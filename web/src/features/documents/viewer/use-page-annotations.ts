import { useMemo } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import { visibleRows } from '../../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../../evidence/annotations-api.js';
import { useLiveAnnotations } from '../../../evidence/live-annotations.js';

const NONE: readonly ShownAnnotation[] = [];

/** @param pageId empty for no page */
export function usePageAnnotations(pageId: string) {
  // events arrive only while the page is open, so a cached result may be outdated
  const { currentData, isFetching, isError, error, refetch } = useGetPageAnnotationsQuery(pageId, {
    skip: pageId === '',
    refetchOnMountOrArgChange: true,
  });
  useLiveAnnotations(pageId);
  const annotations = useMemo(() => (currentData ? visibleRows(currentData) : NONE), [currentData]);
  return {
    annotations,
    isKnown: currentData !== undefined,
    isLoading: isFetching && !currentData,
    failure: isError && !currentData ? { error, onRetry: () => void refetch() } : null,
  };
}
