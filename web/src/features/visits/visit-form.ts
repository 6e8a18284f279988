import type { SiteVisit } from './visit-status.js';

export interface VisitFields {
  visit_date: string;
  visit_time: string | null;
  access_granted: boolean;
  access_notes: string;
  findings: string;
  photos: readonly string[];
  weather_conditions: string;
  investigator_id: string | null;
}

export interface VisitForm {
  visit_date: string;
  visit_time: string;
  investigator_id: string;
  weather_conditions: string;
  access_granted: 'yes' | 'no';
  access_notes: string;
  findings: string;
}

export type VisitFormErrors = Partial<Record<keyof VisitForm, string>>;

const two = (value: number): string => String(value).padStart(2, '0');

/** A new visit is today's, by the person who records it. */
export function formOf(visit: SiteVisit | undefined, { now, userId }: { now: Date; userId: string }): VisitForm {
  if (!visit)
    return {
      visit_date: `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`,
      visit_time: `${two(now.getHours())}:${two(now.getMinutes())}`,
      investigator_id: userId,
      weather_conditions: '',
      access_granted: 'yes',
      access_notes: '',
      findings: '',
    };
  return {
    visit_date: visit.visit_date.slice(0, 10),
    visit_time: (visit.visit_time ?? '').slice(0, 5),
    investigator_id: visit.investigator_id ?? '',
    weather_conditions: visit.weather_conditions ?? '',
    access_granted: visit.access_granted ? 'yes' : 'no',
    access_notes: visit.access_notes ?? '',
    findings: visit.findings ?? '',
  };
}

/** With the photographs recorded as addresses, which the form does not show. */
export const fieldsOf = (form: VisitForm, photos: readonly string[] = []): VisitFields => ({
  visit_date: form.visit_date,
  visit_time: form.visit_time || null,
  access_granted: form.access_granted === 'yes',
  access_notes: form.access_notes.trim(),
  findings: form.findings.trim(),
  photos,
  weather_conditions: form.weather_conditions.trim(),
  investigator_id: form.investigator_id || null,
});

/** Without changes of the checklist, which is saved apart. */
export const isSameVisit = (one: SiteVisit, other: SiteVisit): boolean => {
  const [a, b] = [one, other].map((visit) =>
    JSON.stringify(fieldsOf(formOf(visit, { now: new Date(0), userId: '' }), visit.photos)),
  );
  return a === b;
};

/** The browser gives no value for an incomplete date. */
export const validateVisit = ({ visit_date: date }: VisitForm): VisitFormErrors =>
  date === '' ? { visit_date: 'Visit date is required' } : {};
