import { useCallback, useMemo, useState } from 'react';
import {
  useGetFeaturesQuery,
  useGetLandUsesQuery,
  useGetProjectMentionsQuery,
} from '../../../evidence/evidence-api.js';
import { evidenceOf } from '../../../viewer/annotations/filters.js';

/** What is said to people who don't see the sheet: the last sentence. */
export function useAnnouncer() {
  const [said, setSaid] = useState('');
  const announce = useCallback((sentence: string) => {
    // the same sentence twice is heard twice: the text must differ
    setSaid((before) => (before === sentence ? `${sentence}\u00a0` : sentence));
  }, []);
  return { said, announce };
}

/** What the project's mentions say about its annotations. */
export function useEvidence(projectId: string) {
  const { data: mentions } = useGetProjectMentionsQuery(projectId);
  const { data: features } = useGetFeaturesQuery(projectId);
  const { data: landUses } = useGetLandUsesQuery();
  const evidence = useMemo(() => evidenceOf(mentions ?? [], features ?? []), [mentions, features]);
  const labels = useMemo(() => new Map(landUses?.map(({ value, label }) => [value, label])), [landUses]);
  const landUseLabel = useCallback((value: string) => labels.get(value) ?? value, [labels]);
  return { evidence, landUseLabel };
}
