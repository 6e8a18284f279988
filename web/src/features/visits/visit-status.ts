import { VISIT_STATUS_LABELS } from '@symbio/proto/labels';
import { isVisitStatus, type VisitStatus } from '@symbio/proto/project/vocabulary';

/** A site visit, as `GET /api/projects/{id}/site-visits` serves it. */
export interface SiteVisit {
  id: string;
  project_id: string;
  /** `YYYY-MM-DD`, a day at the site. */
  visit_date: string;
  /** `HH:MM` or `HH:MM:SS`; null when it was not said. */
  visit_time: string | null;
  access_granted: boolean;
  access_notes: string | null;
  findings: string | null;
  /** What was written into the visit: addresses elsewhere, or paths of an archive. Photographs that are added have their own list. */
  photos: string[];
  weather_conditions: string | null;
  investigator_id: string | null;
  investigator: { name: string | null } | null;
  updated_at: string;
}

/** The hour of a visit that has none (VISIT-07). */
export const DEFAULT_VISIT_TIME = '09:00';

/** Label of a status; `Unknown` for one this version does not know (VISIT-08). */
export const visitStatusLabel = (status: string): string =>
  isVisitStatus(status) ? VISIT_STATUS_LABELS[status] : 'Unknown';

/** The moment a visit begins, in the reader's timezone. */
export function visitStart(visit: Pick<SiteVisit, 'visit_date' | 'visit_time'>): Date {
  const time = (visit.visit_time ?? '').trim() || DEFAULT_VISIT_TIME;
  return new Date(`${visit.visit_date.slice(0, 10)}T${time.slice(0, 5)}:00`);
}

/** The status that follows from what is known about a visit (VISIT-03 to VISIT-07); `unknown` for a date that is none. */
export function visitStatus(
  visit: Pick<SiteVisit, 'visit_date' | 'visit_time' | 'access_granted' | 'findings'>,
  now = new Date(),
): VisitStatus | 'unknown' {
  if (!visit.access_granted) return 'cancelled';
  if ((visit.findings ?? '').trim() !== '') return 'completed';
  const start = visitStart(visit).getTime();
  if (Number.isNaN(start)) return 'unknown';
  return start <= now.getTime() ? 'in_progress' : 'scheduled';
}

/**
 * The visit that somebody at the site is at: one that is in progress, the one that began last; else one that was completed
 * today, as findings may be written before the last photograph.
 */
export function visitUnderWay(visits: readonly SiteVisit[], now = new Date()): SiteVisit | undefined {
  const latest = [...visits].sort((a, b) => visitStart(b).getTime() - visitStart(a).getTime());
  const isToday = (visit: SiteVisit): boolean => visitStart(visit).toDateString() === now.toDateString();
  return (
    latest.find((visit) => visitStatus(visit, now) === 'in_progress') ??
    latest.find((visit) => isToday(visit) && visitStatus(visit, now) === 'completed')
  );
}
