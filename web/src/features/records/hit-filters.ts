import { COVERAGE_AREA_LABELS } from '@symbio/proto/labels';
import { DISPOSITION_KINDS, type DispositionKind } from '@symbio/proto/records/vocabulary';
import { addressText } from './record-text.js';
import type { HitChange, RecordHit } from './records-api.js';
import { isAdjoining, kindOf } from './use-decisions.js';

export const PLACES = {
  on: 'On the property',
  perhaps: 'Perhaps on the property',
  adjoining: COVERAGE_AREA_LABELS.adjoining,
  near: 'Within the distances',
} as const;
type HitPlace = keyof typeof PLACES;

/** Feet. */
export const MAX_DISTANCES = { '150': '150 ft', '660': '1/8 mile', '1320': '1/4 mile', '2640': '1/2 mile' } as const;

export interface HitFilters {
  list: string | null;
  place: HitPlace | null;
  words: string;
  feet: number | null;
  change: HitChange | null;
  decision: DispositionKind | null;
}

export function filtersOf(address: URLSearchParams): HitFilters {
  const place = address.get('place') ?? '';
  const change = address.get('change');
  const feet = address.get('within') ?? '';
  return {
    list: address.get('list'),
    place: Object.hasOwn(PLACES, place) ? (place as HitPlace) : null,
    words: address.get('words') ?? '',
    feet: Object.hasOwn(MAX_DISTANCES, feet) ? Number(feet) : null,
    decision: DISPOSITION_KINDS.find((kind) => kind === address.get('decision')) ?? null,
    change: change === 'appeared' || change === 'vanished' ? change : null,
  };
}

export const isFiltered = ({ words, ...chosen }: HitFilters): boolean =>
  words !== '' || Object.values(chosen).some((value) => value !== null);

function isAt(hit: RecordHit, place: HitPlace): boolean {
  if (place === 'adjoining') return isAdjoining(hit);
  return place === 'near' ? hit.certainty !== 'beyond' : hit.on_property === place;
}

export const isOrphan = ({ certainty }: RecordHit): boolean => certainty === 'orphan';

/** Changes are a list of the server. */
export function filterHits(
  hits: readonly RecordHit[],
  { list, place, words, feet, decision }: Omit<HitFilters, 'change'>,
): RecordHit[] {
  const sought = words.trim().toLowerCase();
  return hits.filter(
    (hit) =>
      (list === null || hit.list === list) &&
      (place === null || isAt(hit, place)) &&
      (decision === null || kindOf(hit) === decision) &&
      (feet === null || (hit.distance_ft ?? Infinity) <= feet) &&
      `${hit.name}\n${addressText(hit)}\n${hit.record_id}\n${hit.status}`.toLowerCase().includes(sought),
  );
}
