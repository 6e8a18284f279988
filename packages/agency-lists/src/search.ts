/** Records within the search distances of a property's boundary. */
import { separationOf, type LonLat, type Octant, type PreparedBoundary } from '@symbio/georeference/boundary';
import { ADJOINING_FEET, METRES_PER_FOOT, metresSearched, type SearchDistance } from './lists.js';
import type { PlaceQuality } from './place.js';

/** Of a record that does not say how accurate its place is. */
const DEFAULT_ACCURACY_M: Readonly<Record<PlaceQuality, number>> = {
  ...{ exact: 150, unknown: 150, street: 1_000, area: 100_000, none: 0, unreadable: 0 },
};

export interface PlacedRecord {
  place: LonLat;
  lists: readonly string[];
  quality: PlaceQuality;
  accuracyM?: number | undefined;
}

/** Whether a record is on the property: inside, perhaps (its place may be off by its accuracy), or not. */
export type OnProperty = 'on' | 'perhaps' | 'off';

export interface Measured {
  /** From the nearest edge; 0 inside. */
  metres: number;
  octant: Octant | null;
  onProperty: OnProperty;
  /** Within the width of a street; a person decides. */
  suggestsAdjoining: boolean;
  /** Metres by which the place may be off. */
  accuracyM: number;
}

export function measureRecord(boundary: PreparedBoundary, record: Omit<PlacedRecord, 'lists'>): Measured {
  const { feet, octant, isInside } = separationOf(boundary, [record.place]);
  const accuracyM = record.accuracyM ?? DEFAULT_ACCURACY_M[record.quality];
  const isPerhaps = feet <= Math.max(ADJOINING_FEET, accuracyM / METRES_PER_FOOT);
  return {
    metres: feet * METRES_PER_FOOT,
    octant,
    onProperty: isInside ? 'on' : isPerhaps ? 'perhaps' : 'off',
    suggestsAdjoining: !isInside && feet <= ADJOINING_FEET,
    accuracyM,
  };
}

/** `within` the distance with certainty, or `perhaps`, since the place may be off; `beyond`: not adjoining. */
export type Certainty = 'within' | 'perhaps' | 'beyond';

export interface ListHit {
  list: string;
  certainty: Certainty;
}

/** The lists whose distance reaches a record. */
export function hitsOf(
  record: PlacedRecord,
  { metres, accuracyM, suggestsAdjoining, onProperty }: Measured,
  distances: ReadonlyMap<string, SearchDistance>,
): ListHit[] {
  return record.lists.flatMap((list): ListHit[] => {
    const distance = distances.get(list);
    const reach = distance && metresSearched(distance);
    if (!distance || reach === undefined || metres > reach) return [];
    if (distance.kind === 'adjoining' && onProperty !== 'on' && !suggestsAdjoining)
      return [{ list, certainty: 'beyond' }];
    const isCertain = distance.kind !== 'miles' ? onProperty === 'on' : metres + accuracyM <= reach;
    return [{ list, certainty: isCertain ? 'within' : 'perhaps' }];
  });
}
