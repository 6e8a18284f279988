import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import {
  addressWithFilters,
  filtered,
  filtersOfAddress,
  type AnnotationFilters,
} from '../../../viewer/annotations/filters.js';
import { createLinkedNames } from '../../../viewer/annotations/linked-names.js';
import { useEvidence } from './sheet-hooks.js';

/** @param selectedKey annotation shown regardless of filters */
export function useVisibleAnnotations(
  projectId: string,
  annotations: readonly ShownAnnotation[],
  selectedKey: string | null,
) {
  const [address, setAddress] = useSearchParams();
  const filters = useMemo(() => filtersOfAddress(address), [address]);
  const { evidence, landUseLabel } = useEvidence(projectId);
  const [linkedNames] = useState(createLinkedNames);
  const shown = useMemo(
    () => linkedNames(filtered(annotations, filters, evidence, selectedKey), evidence),
    [annotations, filters, evidence, linkedNames, selectedKey],
  );
  const setFilters = (next: AnnotationFilters): void =>
    setAddress((before) => addressWithFilters(before, next), { replace: true });
  return { shown, filters, setFilters, evidence, landUseLabel };
}
