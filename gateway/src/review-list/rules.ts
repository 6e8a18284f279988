import { LIMITS, type RuleId } from '@symbio/assessment';
import { BLOCKING_DETERMINATION_RULES, WARNING_DETERMINATION_RULES } from './determinations.js';
import type { Evidence } from './evidence.js';
import { RECORD_RULES } from './record-rules.js';
import type { Finding, Item, Rule } from './rule.js';

/** ASTM E1527-21: history reaches back to the first developed use or 1940. */
const FIRST_YEAR = 1940;
const MAX_INTERVAL_YEARS = 5;
const MIN_CONFIDENCE = 5;

const sourceItem = (label: string): Item => ({ kind: 'sources', id: '', label });
const photographItem = ({ id, fileName }: Evidence['photographs'][number]): Item => ({
  kind: 'photograph',
  id,
  label: fileName,
});
const featureItem = ({ id, name }: Evidence['features'][number]): Item => ({ kind: 'feature', id, label: name });

const dated = ({ documents }: Evidence) =>
  documents.filter(({ firstYear }) => firstYear > 0).sort((one, other) => one.firstYear - other.firstYear);

/** Years without a source. A document is taken to cover all years between its first and last. */
function intervals(evidence: Evidence): [number, number][] {
  const found: [number, number][] = [];
  let last: number | undefined;
  for (const { firstYear, lastYear } of dated(evidence)) {
    if (last !== undefined && firstYear - last > MAX_INTERVAL_YEARS) found.push([last, firstYear]);
    last = Math.max(last ?? 0, firstYear, lastYear);
  }
  return found;
}

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
    rule: 'FIG-4',
    severity: 'warn',
    text: 'A photograph was taken on a day without a site visit.',
    find: ({ photographs, visits }) =>
      photographs
        .filter(({ takenOn }) => takenOn !== '' && !visits.some(({ day }) => day === takenOn))
        .map(photographItem),
  },
  {
    rule: 'COV-1',
    severity: 'warn',
    text: `No source is from ${FIRST_YEAR} or earlier.`,
    find: (evidence) => {
      const oldest = dated(evidence)[0]?.firstYear;
      return oldest !== undefined && oldest > FIRST_YEAR ? [sourceItem(`Oldest source: ${oldest}`)] : [];
    },
  },
  {
    rule: 'COV-2',
    severity: 'warn',
    text: `Two successive sources are more than ${MAX_INTERVAL_YEARS} years apart.`,
    find: (evidence) => intervals(evidence).map(([from, to]) => sourceItem(`${from} to ${to}`)),
  },
  {
    rule: 'COV-3',
    severity: 'warn',
    text: 'A standard source is missing.',
    find: ({ documents, standardSources }) =>
      standardSources
        .filter((source) => !documents.some(({ category }) => category === source.category))
        .map(({ label }) => sourceItem(label)),
  },
  {
    rule: 'GAP-3',
    severity: 'warn',
    text: 'Access was not granted on a site visit.',
    find: ({ visits }) =>
      visits.filter((one) => !one.accessGranted).map(({ id, day }) => ({ kind: 'visit', id, label: day })),
  },
];

/** Blocking rules first. */
export const RULES: readonly Rule[] = [...PROJECT_RULES, ...RECORD_RULES].sort((one, other) =>
  one.severity.localeCompare(other.severity),
);

export const reviewList = (evidence: Evidence): Finding[] =>
  RULES.map(({ find, ...rule }) => ({ ...rule, items: find(evidence) })).filter(({ items }) => items.length > 0);
