import { useCallback, useRef } from 'react';
import { useDraftText } from '../parts/draft-text.js';
import type { Place } from './report-context.js';
import { freshDraft, isTyped, type ReportDraft } from './report-draft.js';

/** Survives closing, navigation and reload. */
export interface StoredDraft {
  draft: ReportDraft | undefined;
  /** For async code that started before the last render. */
  current: () => ReportDraft | undefined;
  begin: (place: Place) => void;
  change: (change: Partial<ReportDraft>) => void;
  discard: () => void;
}

export function useReportDraft(): StoredDraft {
  const [draft, keep] = useDraftText<ReportDraft>('report');
  const latest = useRef(draft);
  const set = useCallback(
    (next: ReportDraft | undefined) => {
      latest.current = next;
      keep(next, next !== undefined && isTyped(next));
    },
    [keep],
  );
  const current = useCallback(() => latest.current, []);
  const begin = useCallback(
    (place: Place) => {
      const { current: begun } = latest;
      if (!begun || (!isTyped(begun) && !begun.issue)) set(freshDraft(place));
    },
    [set],
  );
  const change = useCallback(
    (changes: Partial<ReportDraft>) => {
      if (latest.current) set({ ...latest.current, ...changes });
    },
    [set],
  );
  const discard = useCallback(() => set(undefined), [set]);
  return { draft, current, begin, change, discard };
}
