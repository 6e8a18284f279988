/** What a reviewer finds in the dates of an assessment. */
import type { ComponentKind } from '@symbio/proto/project/vocabulary';
import { COMPONENT_LABELS } from '@symbio/proto/labels';
import { LIMITS } from './clock.js';
import type { Component } from './components.js';
import { addYears, dayText, daysBetween } from './days.js';

export type Severity = 'block' | 'warn';
export type RuleId = 'AAI-1' | 'AAI-2' | 'AAI-3' | 'AAI-4' | 'AAI-5' | 'AAI-6';

export interface Problem {
  rule: RuleId;
  severity: Severity;
  component: ComponentKind;
  /** For people. */
  sentence: string;
}

export interface Dates {
  components: readonly Component[];
  /** Days of visits with access and findings. */
  inspectionDays: readonly string[];
  acquisitionDate: string | undefined;
  today: string;
}

interface Rule {
  id: RuleId;
  severity: Severity;
  /** The sentence about a component with a date; undefined: no problem. */
  check: (component: Dated, dates: Dates) => string | undefined;
}

interface Dated {
  kind: ComponentKind;
  date: string;
  source: Component['source'];
}

const isAre = (kind: ComponentKind): string => (kind === 'interviews' ? 'are' : 'is');
const inSentence = (kind: ComponentKind): string =>
  kind === 'declaration' ? COMPONENT_LABELS[kind] : COMPONENT_LABELS[kind].toLowerCase();
const nameOf = (kind: ComponentKind): string => `The ${inSentence(kind)}`;

const { days: MAX_DAYS } = LIMITS.components;

/** Rules about a component that has a date, in the order in which their problems are listed. */
const RULES: readonly Rule[] = [
  {
    id: 'AAI-2',
    severity: 'block',
    check({ kind, date }, { acquisitionDate, today }) {
      const age = daysBetween(date, today);
      return acquisitionDate === undefined && age > MAX_DAYS
        ? `${nameOf(kind)} of ${dayText(date)} ${isAre(kind)} ${age} days old; ${MAX_DAYS} are allowed.`
        : undefined;
    },
  },
  {
    id: 'AAI-3',
    severity: 'block',
    check({ kind, date }, { acquisitionDate }) {
      if (acquisitionDate === undefined) return undefined;
      const age = daysBetween(date, acquisitionDate);
      if (acquisitionDate > addYears(date, LIMITS.inquiry.years))
        return `${nameOf(kind)} of ${dayText(date)} will be more than a year old on the day of acquisition. The whole inquiry must be repeated.`;
      return age > MAX_DAYS
        ? `${nameOf(kind)} of ${dayText(date)} will be ${age} days old on the day of acquisition; ${MAX_DAYS} are allowed.`
        : undefined;
    },
  },
  {
    id: 'AAI-4',
    severity: 'block',
    check: ({ kind, date }, { today }) =>
      date > today ? `${nameOf(kind)} ${isAre(kind)} dated in the future: ${dayText(date)}.` : undefined,
  },
  {
    id: 'AAI-5',
    severity: 'block',
    check({ kind, date }, { components }) {
      if (kind !== 'declaration') return undefined;
      const later = components.find((other) => other.date !== undefined && other.date > date);
      return later?.date === undefined
        ? undefined
        : `${nameOf(kind)} of ${dayText(date)} is earlier than the ${inSentence(later.kind)} of ${dayText(later.date)}.`;
    },
  },
  {
    id: 'AAI-6',
    severity: 'warn',
    check: ({ kind, date, source }, { inspectionDays }) =>
      kind === 'site_inspection' && source === 'typed' && !inspectionDays.includes(date)
        ? `No visit with access and findings is recorded for the site inspection of ${dayText(date)}.`
        : undefined,
  },
];

const undated = (component: ComponentKind): Problem => ({
  ...{ rule: 'AAI-1', severity: 'block', component },
  sentence: `${nameOf(component)} ${component === 'interviews' ? 'have' : 'has'} no date.`,
});

/** Problems of the dates, in the order of the components. */
export const reviewDates = (dates: Dates): Problem[] =>
  dates.components.flatMap(({ kind, date, source }) => {
    if (date === undefined) return [undated(kind)];
    return RULES.flatMap(({ id, severity, check }): Problem[] => {
      const sentence = check({ kind, date, source }, dates);
      return sentence === undefined ? [] : [{ rule: id, severity, component: kind, sentence }];
    });
  });
