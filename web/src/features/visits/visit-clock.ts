import { useEffect, useState } from 'react';
import { visitStart, type SiteVisit } from './visit-status.js';

/** What a timer of a browser holds at most, in milliseconds: 24.8 days. */
const LONGEST_MS = 2 ** 31 - 1;

/** The moment at which visits are looked at (VISIT-05, VISIT-06). It moves on when the next of them begins. */
export function useVisitClock(visits: readonly SiteVisit[]): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const starts = visits.map((visit) => visitStart(visit).getTime()).filter((start) => start > now.getTime());
    if (starts.length === 0) return;
    const wait = Math.max(0, Math.min(...starts) - Date.now());
    const timer = setTimeout(() => setNow(new Date()), Math.min(wait, LONGEST_MS));
    return () => clearTimeout(timer);
  }, [visits, now]);
  return now;
}
