import { useCallback, useRef } from 'react';
import { useKept } from '../parts/kept-text.js';
import type { Place } from './report-context.js';
import { freshDraft, isTyped, type ReportDraft } from './report-draft.js';

/** The draft in this window. It outlives the dialog, the screen and a reload, and asks nothing. */
export interface KeptDraft {
  draft: ReportDraft | undefined;
  /** The draft at this moment, for what began before it was drawn last. */
  current: () => ReportDraft | undefined;
  /** Goes on with what was typed; begins afresh where nothing was. */
  begin: (place: Place) => void;
  change: (change: Partial<ReportDraft>) => void;
  discard: () => void;
}

export function useReportDraft(): KeptDraft {
  const [draft, keep] = useKept<ReportDraft>('report');
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
