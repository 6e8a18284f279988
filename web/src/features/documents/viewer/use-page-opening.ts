import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { useRecordPageOpeningMutation } from '../../../evidence/page-openings-api.js';

/** Milliseconds for which a sheet is visible before its page counts as opened. */
export const LOOK_MS = 2_000;
/** Milliseconds between two reports of one page. */
export const REPORT_EVERY_MS = 5 * 60_000;

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}

const isWindowVisible = (): boolean => document.visibilityState === 'visible';

/**
 * Reports that the person has looked at a page. A failed report is repeated at the next view.
 * @param isShown its picture is on the screen
 */
export function usePageOpening(pageId: string, isShown: boolean): void {
  const [report, { fulfilledTimeStamp = -Infinity }] = useRecordPageOpeningMutation({ fixedCacheKey: pageId });
  const isVisible = useSyncExternalStore(subscribeToVisibility, isWindowVisible);
  const reportedAt = useRef(-Infinity);
  useLayoutEffect(() => {
    reportedAt.current = fulfilledTimeStamp;
  });
  useEffect(() => {
    if (!pageId || !isShown || !isVisible) return;
    const timer = setTimeout(() => {
      if (Date.now() - reportedAt.current >= REPORT_EVERY_MS) void report(pageId);
    }, LOOK_MS);
    return () => clearTimeout(timer);
  }, [pageId, isShown, isVisible, report]);
}
