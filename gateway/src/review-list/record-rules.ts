/** Rules on the records near the property. */
import { metresSearched, problemOfJudgement, type OnProperty, type SearchKind } from '@symbio/agency-lists';
import { daysBetween } from '@symbio/assessment';
import type { ReviewedDistance, ReviewedHit } from './record-evidence.js';
import type { Evidence } from './evidence.js';
import type { Item, Rule } from './rule.js';

/** E1527-21, 8.1: a source is current if it is no older; 40 CFR 312.20(b) allows 180. */
const CURRENT_DAYS = 90;
const ALLOWED_DAYS = 180;

const hitItem = ({ id, name }: ReviewedHit, more = '') => ({ kind: 'record' as const, id, label: `${name}${more}` });
const listItem = (label: string) => ({ kind: 'records' as const, id: '', label });

const isUndecided = ({ disposition }: ReviewedHit): boolean =>
  disposition === undefined || disposition.kind === 'undecided' || disposition.changes.length > 0;

function isShorter({ kind, miles, defaultKind, defaultMiles }: ReviewedDistance): boolean {
  const [own, usual] = [
    metresSearched({ kind: kind as SearchKind, miles }),
    metresSearched({ kind: defaultKind as SearchKind, miles: defaultMiles }),
  ];
  return (own ?? -1) < (usual ?? -1);
}

const weakReason = ({ list, onProperty, isAdjoining, disposition }: ReviewedHit): string | undefined =>
  disposition && problemOfJudgement({ list, onProperty: onProperty as OnProperty | '', isAdjoining }, disposition);

const tooOld = ({ records }: Evidence, from: number, to: number): Item[] =>
  (records?.data ?? []).flatMap(({ name, agencyDate }) => {
    const days = agencyDate === '' ? 0 : daysBetween(agencyDate, records?.today ?? agencyDate);
    return days > from && days <= to ? [listItem(`${name}: ${days} days old, of ${agencyDate}`)] : [];
  });

const ofHits = (
  rule: string,
  severity: Rule['severity'],
  text: string,
  find: (hits: readonly ReviewedHit[]) => ReturnType<Rule['find']>,
): Rule => ({ ...{ rule, severity, text }, find: ({ records }) => (records ? find(records.hits) : []) });

export const RECORD_RULES: readonly Rule[] = [
  {
    rule: 'REC-4',
    severity: 'block',
    text: 'A search distance is shorter than the default, without a reason.',
    find: ({ records }) =>
      (records?.distances ?? [])
        .filter((distance) => distance.reason.trim() === '' && isShorter(distance))
        .map(({ title }) => listItem(title)),
  },
  {
    rule: 'REC-7',
    severity: 'block',
    text: `The data of a list is more than ${ALLOWED_DAYS} days old.`,
    find: (evidence) => tooOld(evidence, ALLOWED_DAYS, Infinity),
  },
  ofHits('REC-8', 'block', 'A record that is perhaps on the property is undecided.', (hits) =>
    hits.filter((hit) => hit.onProperty === 'perhaps' && isUndecided(hit)).map((hit) => hitItem(hit)),
  ),
  ofHits('REC-9', 'block', 'The reasons why a record is not relevant do not suffice.', (hits) =>
    hits.flatMap((hit) => {
      const problem = weakReason(hit);
      return problem === undefined ? [] : [hitItem(hit, `: ${problem}`)];
    }),
  ),
  ofHits('REC-10', 'block', 'A record changed since it was decided.', (hits) =>
    hits.flatMap((hit) => {
      const [first] = hit.disposition?.changes ?? [];
      return first ? [hitItem(hit, `: ${first.now || 'nothing'} was ${first.before || 'nothing'}`)] : [];
    }),
  ),
  {
    rule: 'REC-2',
    severity: 'warn',
    text: 'The agency file of a record on the property or adjoining it was not requested, and no gap says why.',
    find: ({ records, gaps }) =>
      gaps.some(({ kind }) => kind === 'agency_file')
        ? []
        : (records?.hits ?? [])
            .filter((hit) => (hit.onProperty === 'on' || hit.isAdjoining) && !hit.isRequested)
            .filter(({ disposition }) => disposition?.kind !== 'not_relevant')
            .map((hit) => hitItem(hit)),
  },
  ofHits('REC-5', 'warn', 'A record without a usable place on the property’s street is undecided.', (hits) =>
    hits.filter((hit) => hit.certainty === 'orphan' && isUndecided(hit)).map((hit) => hitItem(hit)),
  ),
  {
    rule: 'REC-6',
    severity: 'warn',
    text: 'A list was not searched, because no data set has it.',
    find: ({ records }) =>
      (records?.lists ?? [])
        .filter(({ isLoaded, isReported }) => !isLoaded && !isReported)
        .map(({ title }) => listItem(title)),
  },
  {
    rule: 'REC-7',
    severity: 'warn',
    text: `The data of a list is more than ${CURRENT_DAYS} days old; ${ALLOWED_DAYS} are allowed.`,
    find: (evidence) => tooOld(evidence, CURRENT_DAYS, ALLOWED_DAYS),
  },
  {
    rule: 'REC-11',
    severity: 'warn',
    text: 'No person confirmed the search distances.',
    find: ({ records }) => (records && !records.isConfirmed ? [listItem('Search distances')] : []),
  },
];
