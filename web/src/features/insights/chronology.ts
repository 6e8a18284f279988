import type { Feature } from '../../evidence/evidence-api.js';
import { sightingsOf, yearsOf, type Sighting } from './sightings.js';

export interface ChronologyRow {
  feature: Feature;
  sightings: readonly Sighting[];
  /** Ascending. */
  years: readonly number[];
}

export interface Chronology {
  /** Features with evidence, in order of first year. */
  rows: readonly ChronologyRow[];
  /** Ascending, of all features. */
  years: readonly number[];
  hasUndated: boolean;
}

export function chronologyOf(
  features: readonly Feature[],
  byFeature: ReadonlyMap<string, readonly Sighting[]>,
): Chronology {
  const rows = features
    .map((feature) => {
      const sightings = sightingsOf(byFeature, feature.id);
      return { feature, sightings, years: yearsOf(sightings) };
    })
    .filter(({ sightings }) => sightings.length > 0)
    .sort((a, b) => (a.years[0] ?? 9_999) - (b.years[0] ?? 9_999));
  return {
    rows,
    years: [...new Set(rows.flatMap(({ years }) => years))].sort((a, b) => a - b),
    hasUndated: rows.some(({ sightings }) => sightings.some(({ year }) => year === null)),
  };
}
