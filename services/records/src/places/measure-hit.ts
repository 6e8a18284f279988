/** Distance and direction of hits whose place is not that of the list: found by an address, or decided by a person. */
import { hitsOf, measureRecord, type SearchDistance } from '@symbio/agency-lists';
import type { LonLat, PreparedBoundary } from '@symbio/georeference/boundary';
import type { StoredHit } from '../hits.js';

/** Metres by which a house number on a street line may be off. */
export const STREET_ACCURACY_M = 50;

export interface Measuring {
  boundary: PreparedBoundary;
  distances: ReadonlyMap<string, SearchDistance>;
}

/** @param accuracyM 0: a person decided the place, so that the hit is on the property or off it */
export function hitAt(hit: StoredHit, place: LonLat, accuracyM: number, { boundary, distances }: Measuring): StoredHit {
  const quality = accuracyM === 0 ? ('exact' as const) : ('street' as const);
  const placed = { place, lists: [hit.list], quality, accuracyM };
  const measured = measureRecord(boundary, placed);
  const { metres, octant, suggestsAdjoining } = measured;
  const onProperty = accuracyM === 0 && measured.onProperty === 'perhaps' ? ('off' as const) : measured.onProperty;
  const certainty = hitsOf(placed, { ...measured, onProperty }, distances)[0]?.certainty ?? 'beyond';
  return {
    ...hit,
    ...{ place, quality, accuracyM, metres, octant: octant ?? '', onProperty, suggestsAdjoining, certainty },
  };
}
