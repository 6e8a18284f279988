import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import type { Component } from './components.js';
import { addDays, addYears, daysBetween } from './days.js';

/** How old components may be at the acquisition. */
export const LIMITS = {
  components: { days: 180, source: '40 CFR 312.20(b)' },
  inquiry: { years: 1, source: '40 CFR 312.20(a)' },
} as const;

/** Days before the end from which an assessment counts as expiring. */
export const EXPIRING_DAYS = 30;

export type ClockState = 'undated' | 'valid' | 'expiring' | 'expired';

export interface Clock {
  state: ClockState;
  /** The acquisition, else today. */
  judgedOn: string;
  /** The component that decides; of several with one date the first. Undefined if none has a date. */
  earliest: ComponentKind | undefined;
  /** Last day on which no component is too old. */
  expiresOn: string | undefined;
  /** Last day on which updating components is enough; after it the whole inquiry is repeated. */
  inquiryExpiresOn: string | undefined;
  /** From `judgedOn` to `expiresOn`; negative once expired. */
  daysLeft: number | undefined;
}

/** An unknown or future acquisition may be delayed. */
const mayMove = (acquisitionDate: string | undefined, today: string): boolean =>
  acquisitionDate === undefined || acquisitionDate >= today;

/** How long an assessment may be relied on. @param today YYYY-MM-DD */
export function clockOf(
  components: readonly Component[],
  { acquisitionDate, today }: { acquisitionDate: string | undefined; today: string },
): Clock {
  const judgedOn = acquisitionDate ?? today;
  let first: { kind: ComponentKind; date: string } | undefined;
  for (const { kind, date } of components)
    if (date !== undefined && (first === undefined || date < first.date)) first = { kind, date };
  if (!first)
    return {
      ...{ state: 'undated', judgedOn, earliest: undefined },
      ...{ expiresOn: undefined, inquiryExpiresOn: undefined, daysLeft: undefined },
    };
  const expiresOn = addDays(first.date, LIMITS.components.days);
  const daysLeft = daysBetween(judgedOn, expiresOn);
  const isNear = daysLeft <= EXPIRING_DAYS && mayMove(acquisitionDate, today);
  return {
    state: daysLeft < 0 ? 'expired' : isNear ? 'expiring' : 'valid',
    judgedOn,
    earliest: first.kind,
    expiresOn,
    inquiryExpiresOn: addYears(first.date, LIMITS.inquiry.years),
    daysLeft,
  };
}
