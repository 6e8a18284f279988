import type { DeterminationKind, EvidenceAuthor, EvidenceComponent, EvidenceFeature } from '../evidence.js';

export const KIND_LABELS: Readonly<Record<DeterminationKind, string>> = {
  rec: 'REC',
  crec: 'CREC',
  hrec: 'HREC',
  ber: 'BER',
  de_minimis: 'De minimis',
  none: 'None',
};

/** In the order of the columns of the summary. */
export const KINDS = Object.keys(KIND_LABELS) as DeterminationKind[];

/** Singular and plural. */
export const KIND_NAMES: Readonly<Record<DeterminationKind, readonly [string, string]>> = {
  rec: ['recognized environmental condition (REC)', 'recognized environmental conditions (RECs)'],
  crec: [
    'controlled recognized environmental condition (CREC)',
    'controlled recognized environmental conditions (CRECs)',
  ],
  hrec: [
    'historical recognized environmental condition (HREC)',
    'historical recognized environmental conditions (HRECs)',
  ],
  ber: ['business environmental risk (BER)', 'business environmental risks (BERs)'],
  de_minimis: ['de minimis condition', 'de minimis conditions'],
  none: ['feature without a condition', 'features without a condition'],
};

export const COMPONENT_NAMES: Readonly<Record<EvidenceComponent['kind'], string>> = {
  interviews: 'Interviews',
  lien_search: 'Search for environmental liens',
  records_review: 'Review of government records',
  site_inspection: 'Visual inspection of the property and adjoining properties',
  declaration: 'Declaration of the environmental professional',
};

const RELATIONS: Readonly<Record<string, string>> = {
  on_property: 'On the property',
  adjoining: 'Adjoining property',
  near: 'Nearby',
};

export const AREA_NAMES = { property: 'Property', adjoining: 'Adjoining' } as const;
export const CHECKLIST_ANSWERS = { yes: 'Seen', no: 'Not seen', not_seen: 'Could not be viewed' } as const;
export const COVERAGE_STATES = {
  reviewed: 'reviewed',
  nothing_found: 'nothing found',
  unavailable: 'not available',
  not_useful: 'not useful',
} as const;

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `November 26, 2026` of a date or a time. */
export const dayText = (date: string): string => dayFormat.format(Date.parse(date));

/** `November 26, 2026, 15:00 UTC` */
export const timeText = (time: string): string => `${dayText(time)}, ${new Date(time).toISOString().slice(11, 16)} UTC`;

/** With commas and at most the given decimals. */
export const numberText = (value: number, decimals = 0): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: decimals });

export const authorText = ({ name, version }: EvidenceAuthor): string =>
  version === undefined ? name : `${name} ${version}`;

/** `Adjoining property, 84 ft NE` */
export function placeText({ relation, direction, distance_ft: feet }: EvidenceFeature): string {
  const where = RELATIONS[relation ?? ''];
  const far = [feet === undefined ? '' : `${numberText(feet)} ft`, direction ?? ''].filter(Boolean).join(' ');
  return [where, far].filter(Boolean).join(', ') || 'Not stated';
}

/** `a, b and c` */
export const listText = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** With a full stop, unless the text ends with one: `BEAM HO.` */
export const sentenceOf = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** `1 figure`, `2 figures` */
export const countText = (count: number, [one, many]: readonly [string, string]): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** `data_failure` as `Data failure`. */
export const wordsOf = (value: string): string => capitalized(value.replaceAll('_', ' '));
