import type { Direction, Relation } from '@symbio/proto/feature/vocabulary';
import { COVERAGE_AREA_LABELS } from '@symbio/proto/labels';
import type { Feature } from './evidence-api.js';

export const RELATION_NAMES: Readonly<Record<Relation, string>> = {
  on_property: 'On the property',
  adjoining: COVERAGE_AREA_LABELS.adjoining,
  near: 'Nearby',
  unknown: 'Not known',
};

export const DIRECTION_NAMES: Readonly<Record<Direction, string>> = {
  N: 'North',
  NE: 'Northeast',
  E: 'East',
  SE: 'Southeast',
  S: 'South',
  SW: 'Southwest',
  W: 'West',
  NW: 'Northwest',
};

/** `Adjoining, NW, 120 ft`; null if not stated or not known. */
export function relationText(feature: Pick<Feature, 'relation' | 'direction' | 'distance_ft'>): string | null {
  const { relation, direction, distance_ft: distance } = feature;
  const name = Object.entries(RELATION_NAMES).find(([value]) => value === relation)?.[1];
  if (name === undefined || relation === 'unknown') return null;
  return [name, direction, distance === undefined ? undefined : `${distance.toLocaleString('en-US')} ft`]
    .filter((part) => part !== undefined)
    .join(', ');
}
