import type { DeterminationKind } from '@symbio/proto/feature/vocabulary';
import type { Evidence, JudgedFeature } from './evidence.js';
import type { Rule } from './rule.js';
import { UNOPENED, unopenedPages, type CitedPage } from './unopened-pages.js';

const CONDITIONS: readonly string[] = ['rec', 'crec', 'hrec'] satisfies DeterminationKind[];
const CURRENT_CONDITIONS: readonly string[] = ['rec', 'crec'] satisfies DeterminationKind[];
/** With a history of petroleum or solvents, where a none needs a reason in facts. */
const RISKY_LAND_USES: readonly string[] = [
  'gas_station',
  'dry_cleaner',
  'manufactured_gas_plant',
  'metal_plating',
  'auto_repair',
  'fuel_storage',
];
/** Pixels an inch of a scan whose figures can be read in print. */
const MIN_DPI = 200;
const FACT_OF_A_NONE = /clos(?:ed|ure)|\d+\s?(?:ft|feet|foot|mi|miles?|m|meters?)\b/i;

type Judged = JudgedFeature & { determination: NonNullable<JudgedFeature['determination']> };

const isJudged = (feature: JudgedFeature): feature is Judged => feature.determination !== undefined;
const isCondition = ({ determination }: Judged): boolean => CONDITIONS.includes(determination.kind);

const featureRule = (
  rule: string,
  severity: Rule['severity'],
  text: string,
  isWrong: (feature: JudgedFeature) => boolean,
): Rule => ({
  ...{ rule, severity, text },
  find: ({ features }: Evidence) =>
    features.filter(isWrong).map(({ id, name }) => ({ kind: 'feature', id, label: name })),
});

const judgedRule = (rule: string, severity: Rule['severity'], text: string, isWrong: (feature: Judged) => boolean) =>
  featureRule(rule, severity, text, (feature) => isJudged(feature) && isWrong(feature));

const isNoted = ({ determination }: Judged, questionId: string): boolean =>
  determination.answers.some((one) => one.questionId === questionId && one.answer === 'yes' && one.note.trim() !== '');

const cited = ({ mentions, determination: { evidence } }: Judged) =>
  mentions.filter(({ recordIds }) => recordIds.some((id) => evidence.includes(id)));

/** A distance from the property, or its reason names one or a closure. */
const hasFactOfNone = ({ distanceFt, determination }: Judged): boolean =>
  distanceFt !== undefined || FACT_OF_A_NONE.test(determination.reason);

export const BLOCKING_DETERMINATION_RULES: readonly Rule[] = [
  featureRule('DET-1', 'block', 'A feature has no determination.', (feature) => !isJudged(feature)),
  judgedRule(
    'DET-2',
    'block',
    'A determination has no reason.',
    ({ determination }) => determination.reason.trim() === '',
  ),
  // the service accepts people only; this also finds rows that were stored in another way
  judgedRule('DET-3', 'block', 'A determination is not by a person.', ({ determination }) => !determination.isByPerson),
  judgedRule(
    'DET-4',
    'block',
    'A CREC names no control, or an HREC no closure and criteria.',
    (feature) =>
      (feature.determination.kind === 'crec' && !isNoted(feature, 'controls')) ||
      (feature.determination.kind === 'hrec' && !(isNoted(feature, 'closure') && isNoted(feature, 'criteria'))),
  ),
  judgedRule(
    'DET-6',
    'block',
    'A REC, CREC or HREC cites no evidence of a person.',
    (feature) => isCondition(feature) && !cited(feature).some(({ isByPerson }) => isByPerson),
  ),
  judgedRule('EVI-1', 'block', 'A determination cites a proposal that no person has reviewed.', (feature) =>
    cited(feature).some(({ isByPerson }) => !isByPerson),
  ),
];

/** In the same year, one says that it is in use and another that it was. */
function hasContradiction({ mentions }: JudgedFeature): boolean {
  const yearsOf = (use: string): (number | undefined)[] =>
    mentions.filter(({ useType }) => useType === use).map(({ sheet }) => sheet?.year);
  const historical = new Set(yearsOf('historical'));
  return yearsOf('current').some((year) => year !== undefined && historical.has(year));
}

/** Pages that RECs and CRECs rest on. */
const citedPages = ({ features }: Evidence): CitedPage[] =>
  features
    .filter(isJudged)
    .filter(({ determination }) => CURRENT_CONDITIONS.includes(determination.kind))
    .flatMap((feature) =>
      cited(feature).flatMap(({ sheet }) => (sheet ? { ...sheet.page, feature: feature.name } : [])),
    );

export const WARNING_DETERMINATION_RULES: readonly Rule[] = [
  featureRule(
    'EVI-3',
    'warn',
    'Mentions contradict each other: of the same year, one says that a use is current and another that it is historical.',
    hasContradiction,
  ),
  featureRule('EVI-4', 'warn', 'A mention is on a sheet without a year.', ({ mentions }) =>
    mentions.some(({ sheet }) => sheet && sheet.year === undefined),
  ),
  judgedRule(
    'FIG-1',
    'warn',
    'A REC, CREC or HREC has no figure, because it is marked on no sheet.',
    (feature) => isCondition(feature) && !feature.mentions.some(({ sheet }) => sheet),
  ),
  judgedRule(
    'FIG-2',
    'warn',
    `The figure of a REC, CREC or HREC is from a scan below ${MIN_DPI} pixels an inch.`,
    (feature) =>
      isCondition(feature) && feature.mentions.some(({ sheet }) => sheet && sheet.dpi > 0 && sheet.dpi < MIN_DPI),
  ),
  {
    ...UNOPENED,
    find: (evidence) =>
      evidence.openedPages ? unopenedPages(citedPages(evidence), evidence.openedPages, evidence.documents) : [],
  },
  judgedRule('DET-5', 'warn', 'Evidence changed after the determination.', ({ determination }) => determination.stale),
  judgedRule(
    'DET-7',
    'warn',
    'A land use with a history of petroleum or solvents is judged none without a distance or a closure.',
    (feature) =>
      feature.determination.kind === 'none' &&
      feature.landUse.some((use) => RISKY_LAND_USES.includes(use)) &&
      !hasFactOfNone(feature),
  ),
];
