import { COMPONENT_LABELS } from '@symbio/proto/labels';
import { isComponentKind } from '@symbio/proto/project/vocabulary';
import { dateOnly } from '../../../lib/ui/formats.js';
import type { Assessment, ExpiringAssessment } from './assessment-api.js';

type Clock = Pick<ExpiringAssessment, 'state' | 'expires_on' | 'judged_on' | 'earliest'>;

export const componentLabel = (kind: string): string => (isComponentKind(kind) ? COMPONENT_LABELS[kind] : kind);

/** UTC, as the server judges. */
const today = (): string => new Date().toISOString().slice(0, 10);

/** When an assessment expires; undefined without dates. */
export function expiryText({ state, expires_on: day, judged_on: judgedOn }: Clock): string | undefined {
  if (day === null) return undefined;
  if (day < today()) return `Expired ${dateOnly(day)}`;
  return state === 'expired' && day < judgedOn
    ? `Expires ${dateOnly(day)}, before the acquisition`
    : `Expires ${dateOnly(day)}`;
}

/** What the day follows from. */
export const limitText = ({ clock, limits }: Pick<Assessment, 'clock' | 'limits'>): string =>
  `${limits.component_days} days after the earliest date: ${componentLabel(clock.earliest ?? '').toLowerCase()}.`;
