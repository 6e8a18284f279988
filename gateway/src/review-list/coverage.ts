/** Rules on what sources cover, and on gaps in the data. */
import {
  explainsInterval,
  historyTarget,
  longIntervals,
  MAX_INTERVAL_YEARS,
  oldestYear,
  unanswered,
} from '@symbio/assessment';
import {
  isCoverageSource,
  STANDARD_SOURCES,
  type CoverageSource,
  type DocumentCategory,
} from '@symbio/proto/document/vocabulary';
import { CHECKLIST_ITEM_LABELS, COVERAGE_SOURCE_LABELS, GAP_LABELS, INTERVIEW_ROLE_LABELS } from '@symbio/proto/labels';
import type { CoverageArea, InterviewRole } from '@symbio/proto/project/vocabulary';
import type { Evidence } from './evidence.js';
import type { Item, Rule } from './rule.js';

/** 40 CFR 312.23, and E1527-21, 11 on local officials. */
const ASKED_ROLES: readonly InterviewRole[] = ['owner', 'occupant', 'local_official'];

/** Their findings are followed up. */
const EARLIER_REPORTS: readonly string[] = ['phase_1_esa', 'phase_2_esi'] satisfies DocumentCategory[];

const sourceItem = (label: string): Item => ({ kind: 'sources', id: '', label });

const isOfProperty = ({ area }: Evidence['gaps'][number]): boolean => area !== 'adjoining';

const hasSourceGap = ({ gaps }: Evidence, wanted: string, area: CoverageArea): boolean =>
  gaps.some((gap) => gap.kind === 'source' && gap.source === wanted && (gap.area === area || gap.area === ''));

/** Standard sources without a cell in an area and without a gap. */
const missingIn = (evidence: Evidence, area: CoverageArea): CoverageSource[] =>
  STANDARD_SOURCES.filter(
    (source) =>
      !evidence.coverage.cells.some((cell) => cell.source === source && cell.area === area) &&
      !hasSourceGap(evidence, source, area),
  );

const gapRule = (rule: string, text: string, isWrong: (gap: Evidence['gaps'][number]) => boolean): Rule => ({
  ...{ rule, severity: 'block', text },
  find: ({ gaps }) => gaps.filter(isWrong).map(({ id, label }) => ({ kind: 'gap', id, label })),
});

export const COVERAGE_RULES: readonly Rule[] = [
  {
    rule: 'COV-1',
    severity: 'block',
    text: 'The history does not reach the first developed use or 1940, and no data failure is recorded as a gap.',
    find: (evidence) => {
      const { cells, firstUse } = evidence.coverage;
      const [oldest, target] = [oldestYear(cells), historyTarget(firstUse)];
      const isReached = oldest !== undefined && oldest <= target;
      if (isReached || evidence.gaps.some((gap) => gap.kind === 'data_failure' && isOfProperty(gap))) return [];
      return [sourceItem(oldest === undefined ? 'No historical source has a year' : `Oldest source: ${oldest}`)];
    },
  },
  {
    rule: 'COV-3',
    severity: 'block',
    text: 'A standard source was not reviewed, and nothing says why.',
    find: (evidence) => missingIn(evidence, 'property').map((source) => sourceItem(COVERAGE_SOURCE_LABELS[source])),
  },
  gapRule(
    'GAP-1',
    'A gap is not judged, or does not say what was tried and why.',
    ({ significant, tried, reason }) => significant === undefined || tried === '' || reason === '',
  ),
  gapRule(
    'GAP-2',
    'A significant gap has no effect that the conclusions can name.',
    ({ significant, effect }) => significant === true && effect === '',
  ),
  {
    rule: 'COV-2',
    severity: 'warn',
    text: `Two successive sources are more than ${MAX_INTERVAL_YEARS} years apart, and no gap explains it.`,
    find: (evidence) =>
      longIntervals(evidence.coverage.cells)
        .filter((one) => one.area === 'property' && !evidence.gaps.some((gap) => explainsInterval(gap, one)))
        .map(({ id, from, to }) => ({ kind: 'sources', id, label: `${from} to ${to}` })),
  },
  {
    rule: 'COV-4',
    severity: 'warn',
    text: 'A standard source of the property says nothing about adjoining properties.',
    find: (evidence) => {
      const ofProperty = missingIn(evidence, 'property');
      return missingIn(evidence, 'adjoining')
        .filter((source) => !ofProperty.includes(source))
        .map((source) => sourceItem(COVERAGE_SOURCE_LABELS[source]));
    },
  },
  {
    rule: 'SRC-2',
    severity: 'warn',
    text: 'No mention of a feature cites a source, and no statement of coverage says that it shows nothing.',
    find: ({ documents, coverage }) =>
      documents
        .filter(({ category, isCited }) => isCoverageSource(category) && !isCited)
        .filter(({ id }) => !coverage.cells.some(({ documentIds, statement }) => statement && documentIds.includes(id)))
        .map(({ title }) => sourceItem(title)),
  },
  {
    rule: 'INT-1',
    severity: 'warn',
    text: 'A role has no interview or attempt, and no gap says why.',
    find: ({ interviews, gaps }) =>
      gaps.some(({ kind }) => kind === 'interview')
        ? []
        : ASKED_ROLES.filter((role) => !interviews.some((one) => one.role === role)).map((role) => ({
            ...{ kind: 'interviews' as const, id: '', label: INTERVIEW_ROLE_LABELS[role] },
          })),
  },
  {
    rule: 'USR-1',
    severity: 'warn',
    text: 'A question to the user of the report is not answered, and no gap says why.',
    find: ({ userAnswers, gaps }) => {
      if (gaps.some(({ kind }) => kind === 'questionnaire')) return [];
      const labels =
        userAnswers.length === 0 ? [GAP_LABELS.questionnaire] : unanswered(userAnswers).map(({ text }) => text);
      return labels.map((label) => ({ kind: 'interviews' as const, id: '', label }));
    },
  },
  {
    rule: 'USR-2',
    severity: 'warn',
    text: 'No search for environmental liens and use limitations is recorded, and no gap says why.',
    find: ({ lienSearches, gaps }) =>
      lienSearches > 0 || gaps.some(({ kind }) => kind === 'liens')
        ? []
        : [{ kind: 'interviews', id: '', label: GAP_LABELS.liens }],
  },
  {
    rule: 'GAP-3',
    severity: 'warn',
    text: 'Access was not granted on a site visit, and no gap says so.',
    find: ({ visits, gaps, today }) =>
      gaps.some(({ kind }) => kind === 'access')
        ? []
        : visits
            .filter((one) => !one.accessGranted && one.day <= today)
            .map(({ id, day }) => ({ kind: 'visit', id, label: day })),
  },
  {
    rule: 'GAP-4',
    severity: 'warn',
    text: 'A site visit did not see something, and no gap of access says why.',
    find: ({ visits, gaps }) =>
      gaps.some(({ kind }) => kind === 'access')
        ? []
        : visits
            .filter(({ notSeen }) => notSeen.length > 0)
            .map(({ id, day, notSeen }) => ({
              ...{ kind: 'visit' as const, id },
              label: `${day}: ${notSeen.map((item) => CHECKLIST_ITEM_LABELS[item]).join(', ')}`,
            })),
  },
  {
    rule: 'SRC-3',
    severity: 'warn',
    text: 'No mention follows up on an earlier Phase I or Phase II report, and no text names it.',
    find: ({ documents, texts }) =>
      documents
        .filter(({ category, isCited }) => EARLIER_REPORTS.includes(category) && !isCited)
        .filter(({ title }) => !texts.some(({ text }) => text.includes(title)))
        .map(({ title }) => sourceItem(title)),
  },
];
