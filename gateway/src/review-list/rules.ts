import { LIMITS, type RuleId } from '@symbio/assessment';
import { COVERAGE_RULES } from './coverage.js';
import { BLOCKING_DETERMINATION_RULES, WARNING_DETERMINATION_RULES } from './determinations.js';
import type { Evidence } from './evidence.js';
import { RECORD_RULES } from './record-rules.js';
import type { Finding, Item, Rule } from './rule.js';
import { TEXT_RULES } from './text-rules.js';

const MIN_CONFIDENCE = 5;

const photographItem = ({ id, fileName }: Evidence['photographs'][number]): Item => ({
  kind: 'photograph',
  id,
  label: fileName,
});
const featureItem = ({ id, name }: Evidence['features'][number]): Item => ({ kind: 'feature', id, label: name });

const dateRule = (rule: RuleId, severity: Rule['severity'], text: string): Rule => ({
  ...{ rule, severity, text },
  find: ({ dates }) =>
    dates
      .filter((problem) => problem.rule === rule)
      .map(({ component, sentence }) => ({ kind: 'dates', id: component, label: sentence })),
});

const PROJECT_RULES: readonly Rule[] = [
  dateRule('AAI-1', 'block', 'A component of the assessment has no date.'),
  dateRule('AAI-2', 'block', `A component is more than ${LIMITS.components.days} days old.`),
  dateRule('AAI-3', 'block', 'A component will be too old on the day of acquisition.'),
  dateRule('AAI-4', 'block', 'A component is dated in the future.'),
  dateRule('AAI-5', 'block', 'The EP declaration is earlier than another component.'),
  {
    rule: 'EVI-5',
    severity: 'block',
    text: 'A mention has no source, because its annotation was deleted.',
    find: ({ features }) =>
      features.filter(({ mentions }) => mentions.some(({ hasSource }) => !hasSource)).map(featureItem),
  },
  {
    rule: 'FIG-3',
    severity: 'block',
    text: 'A photograph has no caption.',
    find: ({ photographs }) => photographs.filter(({ caption }) => caption.trim() === '').map(photographItem),
  },
  ...BLOCKING_DETERMINATION_RULES,
  dateRule('AAI-6', 'warn', 'No completed site visit is recorded for the site inspection.'),
  ...WARNING_DETERMINATION_RULES,
  {
    rule: 'EP-1',
    severity: 'warn',
    text: 'No environmental professional is named, so the cover of the report says “Not stated”.',
    find: ({ professional }) =>
      professional === '' ? [{ kind: 'professional', id: '', label: 'Environmental professional' }] : [],
  },
  {
    rule: 'EP-3',
    severity: 'block',
    text: 'The licence of the environmental professional has expired.',
    find: ({ professional, licenceExpiresOn, today }) =>
      licenceExpiresOn !== '' && licenceExpiresOn < today
        ? [{ kind: 'professional', id: '', label: professional }]
        : [],
  },
  {
    rule: 'EP-4',
    severity: 'warn',
    text: 'The insurance certificate ends before the delivery.',
    find: ({ insuranceExpiresOn, deliveryDate, today }) =>
      insuranceExpiresOn !== '' && insuranceExpiresOn < (deliveryDate || today)
        ? [{ kind: 'professional', id: '', label: `Insurance until ${insuranceExpiresOn}` }]
        : [],
  },
  {
    rule: 'REL-1',
    severity: 'warn',
    text: 'The reliance letter has another date than the delivery.',
    find: ({ relianceLetterDate, deliveryDate }) =>
      relianceLetterDate !== '' && deliveryDate !== '' && relianceLetterDate !== deliveryDate
        ? [{ kind: 'professional', id: '', label: `Reliance letter of ${relianceLetterDate}` }]
        : [],
  },
  {
    rule: 'SITE-1',
    severity: 'warn',
    text: 'The property has no boundary, so the report has no site plan and cannot state its area.',
    find: ({ property: { hasBoundary, address } }) =>
      hasBoundary ? [] : [{ kind: 'property', id: '', label: address }],
  },
  {
    rule: 'EVI-2',
    severity: 'warn',
    text: `No mention of the feature has a confidence of ${MIN_CONFIDENCE} or more.`,
    find: ({ features }) =>
      features
        .filter(({ mentions }) => mentions.length > 0 && mentions.every((one) => one.confidence < MIN_CONFIDENCE))
        .map(featureItem),
  },
  {
    rule: 'EVI-6',
    severity: 'warn',
    text: 'Proposals of agents wait for a decision.',
    find: ({ proposals }) =>
      proposals > 0
        ? [{ kind: 'proposals', id: '', label: proposals === 1 ? '1 proposal' : `${proposals} proposals` }]
        : [],
  },
  {
    rule: 'FIG-6',
    severity: 'warn',
    text: 'A photograph says neither where it was taken nor in which direction.',
    find: ({ photographs }) => photographs.filter(({ hasPlace }) => !hasPlace).map(photographItem),
  },
  {
    rule: 'FIG-4',
    severity: 'warn',
    text: 'A photograph was taken on a day without a site visit.',
    find: ({ photographs, visits }) =>
      photographs
        .filter(({ takenOn }) => takenOn !== '' && !visits.some(({ day }) => day === takenOn))
        .map(photographItem),
  },
];

/** Blocking rules first. */
export const RULES: readonly Rule[] = [...PROJECT_RULES, ...COVERAGE_RULES, ...RECORD_RULES, ...TEXT_RULES].sort(
  (one, other) => one.severity.localeCompare(other.severity),
);

export const reviewList = (evidence: Evidence): Finding[] =>
  RULES.map(({ find, ...rule }) => ({ ...rule, items: find(evidence) })).filter(({ items }) => items.length > 0);
