import { addressText } from './record-text.js';
import type { HitChange, RecordHit } from './records-api.js';

export const PLACES = {
  on: 'On the property',
  perhaps: 'Perhaps on the property',
  adjoining: 'Adjoining (suggested)',
  near: 'Not beyond adjoining',
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
    change: change === 'appeared' || change === 'vanished' ? change : null,
  };
}

export const isFiltered = ({ list, place, words, feet, change }: HitFilters): boolean =>
  list !== null || place !== null || words !== '' || feet !== null || change !== null;

function isAt({ on_property: on, suggests_adjoining: isAdjoining, certainty }: RecordHit, place: HitPlace): boolean {
  if (place === 'adjoining') return isAdjoining;
  return place === 'near' ? certainty !== 'beyond' : on === place;
}

export const isOrphan = ({ certainty }: RecordHit): boolean => certainty === 'orphan';

/** Changes are a list of the server. */
export function filterHits(
  hits: readonly RecordHit[],
  { list, place, words, feet }: Omit<HitFilters, 'change'>,
): RecordHit[] {
  const sought = words.trim().toLowerCase();
  return hits.filter(
    (hit) =>
      (list === null || hit.list === list) &&
      (place === null || isAt(hit, place)) &&
      (feet === null || (hit.distance_ft ?? Infinity) <= feet) &&
      `${hit.name}\n${addressText(hit)}\n${hit.record_id}\n${hit.status}`.toLowerCase().includes(sought),
  );
}
