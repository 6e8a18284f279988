import { useMemo, useState } from 'react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { visibleRows } from '../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../evidence/annotations-api.js';
import { useLiveAnnotations } from '../../evidence/live-annotations.js';
import { filtered, NO_FILTERS, type EvidenceByAnnotation } from '../../viewer/annotations/filters.js';
import { createLinkedNames } from '../../viewer/annotations/linked-names.js';
import type { Unread } from './use-alignment.js';

const NONE: readonly ShownAnnotation[] = [];

/** Empty while loading or after a failure. */
export interface PageFindings {
  findings: readonly ShownAnnotation[];
  failure: Unread | null;
}

/** With feature names, kept current. */
export function usePageFindings(pageId: string, evidence: EvidenceByAnnotation, isShown: boolean): PageFindings {
  const { currentData, isError, isFetching, error, refetch } = useGetPageAnnotationsQuery(pageId, {
    skip: !isShown,
    refetchOnMountOrArgChange: true,
  });
  useLiveAnnotations(pageId);
  const [linkedNames] = useState(createLinkedNames);
  const findings = useMemo(
    () =>
      currentData && isShown ? linkedNames(filtered(visibleRows(currentData), NO_FILTERS, evidence), evidence) : NONE,
    [currentData, evidence, isShown, linkedNames],
  );
  const isUnread = isShown && isError && !isFetching && !currentData;
  return { findings, failure: isUnread ? { error, onRetry: () => void refetch() } : null };
}
