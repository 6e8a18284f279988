import type { AgencyKind, RequestOutcome } from '@symbio/proto/records/vocabulary';
import { countText } from '../../../lib/ui/formats.js';
import type { AgencyRequest } from './requests-api.js';

export const KINDS: Readonly<Record<AgencyKind, string>> = {
  federal: 'Federal',
  state: 'State',
  county: 'County',
  city: 'City',
  fire: 'Fire department',
  health: 'Health department',
  building: 'Building department',
  other: 'Other',
};

export const OUTCOMES: Readonly<Record<RequestOutcome, string>> = {
  records: 'Records received',
  none: 'No records',
  refused: 'Refused',
  fee: 'Fee asked',
  no_answer: 'No answer',
};

export const METHODS = ['Email', 'Portal', 'Mail', 'Fax', 'Phone', 'In person'] as const;

export const STATES = {
  due: 'Follow-up due',
  waiting: 'Waiting',
  draft: 'Not sent',
  answered: 'Closed',
} as const;
export type RequestState = keyof typeof STATES;

/** @param today YYYY-MM-DD */
export function stateOf(request: AgencyRequest, today: string): RequestState {
  if (request.outcome !== null) return 'answered';
  if (request.sent_on === null) return 'draft';
  return isPast(request.promised_on, today) || (request.next_follow_up_on ?? today) <= today ? 'due' : 'waiting';
}

const isPast = (day: string | null, today: string): boolean => day !== null && day < today;

export interface Mark {
  text: string;
  tone: 'danger' | 'warning' | 'informative' | 'success';
}

/** @param today YYYY-MM-DD */
export function markOf(request: AgencyRequest, today: string): Mark {
  const { outcome, promised_on: promised, next_follow_up_on: next } = request;
  if (outcome !== null)
    return { text: OUTCOMES[outcome], tone: outcome === 'records' || outcome === 'none' ? 'success' : 'warning' };
  if (request.sent_on === null) return { text: 'Not sent', tone: 'informative' };
  if (isPast(promised, today)) return { text: 'Answer overdue', tone: 'danger' };
  if (isPast(next, today)) return { text: 'Follow-up overdue', tone: 'danger' };
  return next === today ? { text: 'Follow-up today', tone: 'warning' } : { text: 'Waiting', tone: 'informative' };
}

export const daysText = ({ days }: AgencyRequest): string => (days === null ? '' : countText(days, 'day'));

/** `Spills of the gas station; 2 records` */
export const aboutText = ({ subject, hit_ids: hits }: AgencyRequest): string =>
  [subject, hits.length > 0 ? countText(hits.length, 'record') : ''].filter((part) => part !== '').join('; ') ||
  'The property';

const ORDER: readonly RequestState[] = ['due', 'waiting', 'draft', 'answered'];

/** Due ones first, by their next follow-up. */
export function inOrder(requests: readonly AgencyRequest[], today: string): AgencyRequest[] {
  const rank = (request: AgencyRequest): string =>
    `${ORDER.indexOf(stateOf(request, today))} ${request.next_follow_up_on ?? ''}`;
  return requests.toSorted((one, other) => rank(one).localeCompare(rank(other)));
}

/** Mail programs cut longer addresses. */
const MAX_MAILTO = 2_000;

/** Without the letter if it is too long. */
export function mailtoOf({ agency_email: email, subject }: AgencyRequest, letter: string): string {
  const start = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject || 'Request for public records')}`;
  const whole = `${start}&body=${encodeURIComponent(letter.replaceAll('\n', '\r\n'))}`;
  return whole.length > MAX_MAILTO ? start : whole;
}
