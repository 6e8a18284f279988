import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ShownAnnotation } from '../../../evidence/annotation-records.js';
import {
  useGetFeaturesQuery,
  useGetLandUsesQuery,
  useGetProjectMentionsQuery,
} from '../../../evidence/evidence-api.js';
import { evidenceOf } from '../../../viewer/annotations/filters.js';
import { spokenText } from '../../../viewer/annotations/list.js';

export function useAnnouncer() {
  const [said, setSaid] = useState('');
  const announce = useCallback((sentence: string) => {
    // a repeated sentence must differ to be announced again
    setSaid((before) => (before === sentence ? `${sentence}\u00a0` : sentence));
  }, []);
  return { said, announce };
}

export function useEvidence(projectId: string) {
  const { data: mentions } = useGetProjectMentionsQuery(projectId);
  const { data: features } = useGetFeaturesQuery(projectId);
  const { data: landUses } = useGetLandUsesQuery();
  const evidence = useMemo(() => evidenceOf(mentions ?? [], features ?? []), [mentions, features]);
  const labels = useMemo(() => new Map(landUses?.map(({ value, label }) => [value, label])), [landUses]);
  const landUseLabel = useCallback((value: string) => labels.get(value) ?? value, [labels]);
  return { evidence, landUseLabel };
}

interface Selection {
  /** Null unless it is the only one and loaded. */
  selected: ShownAnnotation | null;
  selectedKey: string | null;
  count: number;
  announce: (sentence: string) => void;
}

/** Annotation, or the number of several. */
export function useAnnouncedSelection({ selected, selectedKey, count, announce }: Selection): void {
  const spokenKey = useRef<string | null>(null);
  useEffect(() => {
    if (spokenKey.current === selectedKey) return;
    if (count > 0) return;
    if (selectedKey !== null && !selected) return;
    spokenKey.current = selectedKey;
    announce(selected ? `Selected: ${spokenText(selected)}.` : 'Nothing is selected.');
  }, [announce, selected, selectedKey, count]);
  useEffect(() => {
    if (count === 0) return;
    spokenKey.current = '';
    announce(`${count} annotations selected.`);
  }, [announce, count]);
}
