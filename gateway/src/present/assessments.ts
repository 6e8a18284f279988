import { clockOf, LIMITS, reviewDates, type Clock, type Component, type Problem } from '@symbio/assessment';
import type { assessmentSchemas as schemas } from '@symbio/api';
import type { Assessment } from '@symbio/proto/project';
import { COMPONENT_DATE_SOURCES, isComponentKind } from '@symbio/proto/project/vocabulary';
import type { z } from 'zod';
import { moment } from './json.js';

/** YYYY-MM-DD in UTC. */
export const today = (): string => new Date().toISOString().slice(0, 10);

const componentsOf = ({ components }: Assessment): Component[] =>
  components.flatMap(({ kind, date, source: named }) => {
    const source = COMPONENT_DATE_SOURCES.find((one) => one === named);
    return isComponentKind(kind) ? [{ kind, date: date || undefined, source, typed: undefined }] : [];
  });

const presentClock = ({ state, judgedOn, earliest, expiresOn, daysLeft }: Clock) => ({
  ...{ state, judged_on: judgedOn, earliest: earliest ?? null },
  ...{ expires_on: expiresOn ?? null, days_left: daysLeft ?? null },
});

/** What a reviewer finds in the dates. @param today YYYY-MM-DD */
export const problemsOf = (message: Assessment, today: string): Problem[] =>
  reviewDates({
    components: componentsOf(message),
    inspectionDays: message.inspectionDays,
    acquisitionDate: message.acquisitionDate || undefined,
    today,
  });

/** @param today YYYY-MM-DD */
export function presentAssessment(message: Assessment, today: string): z.output<typeof schemas.assessment> {
  const acquisitionDate = message.acquisitionDate || undefined;
  const clock = clockOf(componentsOf(message), { acquisitionDate, today });
  return {
    project_id: message.projectId,
    acquisition_date: acquisitionDate ?? null,
    components: message.components.map(({ kind, date, source, note, byId, byName, at }) => ({
      ...{ kind, date: date || null, source: source || null, note: note || null },
      ...{ by_id: byId || null, by_name: byName || null, at: moment(at) },
    })),
    clock: { ...presentClock(clock), inquiry_expires_on: clock.inquiryExpiresOn ?? null },
    limits: { component_days: LIMITS.components.days, inquiry_years: LIMITS.inquiry.years },
    problems: problemsOf(message, today),
    updated_at: moment(message.updatedAt),
  };
}

/** Undefined if it neither expires soon nor has expired. */
export function presentExpiring(
  message: Assessment,
  today: string,
): z.output<typeof schemas.expiringAssessment> | undefined {
  const clock = clockOf(componentsOf(message), { acquisitionDate: message.acquisitionDate || undefined, today });
  return clock.state === 'expiring' || clock.state === 'expired'
    ? { project_id: message.projectId, ...presentClock(clock) }
    : undefined;
}
