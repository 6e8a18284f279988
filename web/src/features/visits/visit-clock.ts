import { useEffect, useState } from 'react';
import { visitStart, type SiteVisit } from './visit-status.js';

/** Maximum timer delay of browsers: 24.8 days. */
const MAX_MS = 2 ** 31 - 1;

/** VISIT-05, VISIT-06; advances when the next visit begins. */
export function useVisitClock(visits: readonly SiteVisit[]): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const starts = visits.map((visit) => visitStart(visit).getTime()).filter((start) => start > now.getTime());
    if (starts.length === 0) return;
    const wait = Math.max(0, Math.min(...starts) - Date.now());
    const timer = setTimeout(() => setNow(new Date()), Math.min(wait, MAX_MS));
    return () => clearTimeout(timer);
  }, [visits, now]);
  return now;
}
