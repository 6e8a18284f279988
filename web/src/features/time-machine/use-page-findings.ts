import { useMemo, useState } from 'react';
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { visibleRows } from '../../evidence/annotation-rows.js';
import { useGetPageAnnotationsQuery } from '../../evidence/annotations-api.js';
import { useLiveAnnotations } from '../../evidence/live-annotations.js';
import { filtered, NO_FILTERS, type EvidenceByAnnotation } from '../../viewer/annotations/filters.js';
import { createLinkedNames } from '../../viewer/annotations/linked.js';

const NONE: readonly ShownAnnotation[] = [];

/** The annotations of a sheet as its viewer shows them at first, with the names of their features; kept up to date. */
export function usePageFindings(
  pageId: string,
  evidence: EvidenceByAnnotation,
  isShown: boolean,
): readonly ShownAnnotation[] {
  const { currentData } = useGetPageAnnotationsQuery(pageId, { skip: !isShown, refetchOnMountOrArgChange: true });
  useLiveAnnotations(pageId);
  const [linkedNames] = useState(createLinkedNames);
  return useMemo(
    () =>
      currentData && isShown ? linkedNames(filtered(visibleRows(currentData), NO_FILTERS, evidence), evidence) : NONE,
    [currentData, evidence, isShown, linkedNames],
  );
}
