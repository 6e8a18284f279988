import type { SiteVisit as ClientVisit } from '@symbio/client/app';
import type { ApiItem, WithNulls } from '../../lib/http/api-types.js';
import { VISIT_STATUS_LABELS } from '@symbio/proto/labels';
import { isVisitStatus, type VisitStatus } from '@symbio/proto/project/vocabulary';
import type { ChecklistEntry } from './checklist/checklist.js';

/** Nulls and the absent checklist are of visits kept on this device and of older servers. */
export type SiteVisit = Omit<
  WithNulls<ApiItem<ClientVisit>, 'access_notes' | 'findings' | 'weather_conditions'>,
  'created_at' | 'investigator' | 'checklist'
> & {
  investigator: { name: string | null } | null;
  checklist?: readonly ChecklistEntry[];
};

/** VISIT-07 */
export const DEFAULT_VISIT_TIME = '09:00';

/** VISIT-08 */
export const visitStatusLabel = (status: string): string =>
  isVisitStatus(status) ? VISIT_STATUS_LABELS[status] : 'Unknown';

/** In the reader's timezone. */
export function visitStart(visit: Pick<SiteVisit, 'visit_date' | 'visit_time'>): Date {
  const time = (visit.visit_time ?? '').trim() || DEFAULT_VISIT_TIME;
  return new Date(`${visit.visit_date.slice(0, 10)}T${time.slice(0, 5)}:00`);
}

/** VISIT-03 to VISIT-07; `unknown` for an invalid date. */
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
 * The last started visit in progress, else one completed today, since findings may be written before the last
 * photograph is added.
 */
export function currentVisit(visits: readonly SiteVisit[], now = new Date()): SiteVisit | undefined {
  const latest = [...visits].sort((a, b) => visitStart(b).getTime() - visitStart(a).getTime());
  const isToday = (visit: SiteVisit): boolean => visitStart(visit).toDateString() === now.toDateString();
  return (
    latest.find((visit) => visitStatus(visit, now) === 'in_progress') ??
    latest.find((visit) => isToday(visit) && visitStatus(visit, now) === 'completed')
  );
}
