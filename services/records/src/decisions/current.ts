/** Current decisions about a hit, by its history. */
import type { LonLat } from '@symbio/georeference/boundary';
import type { StoredHit } from '../hits.js';
import type { DecidedHitRow, Facts, StoredChange } from './model.js';

/** Metres by which a distance may change before its disposition is asked again. */
const SAME_DISTANCE_M = 30;

export interface FactChange {
  field: string;
  before: string;
  now: string;
}

export interface CurrentDecisions {
  revision: number;
  disposition?: StoredChange;
  /** Facts that changed since the disposition. */
  changes: FactChange[];
  adjoining?: StoredChange;
  site?: StoredChange;
  /** Absent once it was revoked. */
  place?: StoredChange;
  feature?: StoredChange;
}

export const UNDECIDED: CurrentDecisions = { revision: 0, changes: [] };

export const factsOf = ({
  name,
  address,
  status,
  violations,
  place,
  onProperty,
  metres,
}: Omit<StoredHit, 'certainty'>): Facts => ({
  ...{ name, address, status, violations: violations ?? '', onProperty, metres },
  place: place ? `${place[1].toFixed(5)}, ${place[0].toFixed(5)}` : '',
});

export function changedFacts(before: Facts, now: Facts): FactChange[] {
  const texts = (['name', 'address', 'status', 'place', 'onProperty'] as const).flatMap((field) =>
    before[field] === now[field]
      ? []
      : [{ field: field === 'onProperty' ? 'on_property' : field, before: before[field], now: now[field] }],
  );
  // dispositions of earlier releases did not know violations
  const isFresh = now.violations === 'found' && before.violations !== undefined && before.violations !== 'found';
  if (isFresh) texts.push({ field: 'violations', before: before.violations ?? '', now: 'found' });
  const metres = (distance: number): string => distance.toFixed(0);
  return Math.abs(before.metres - now.metres) <= SAME_DISTANCE_M
    ? texts
    : [...texts, { field: 'distance_m', before: metres(before.metres), now: metres(now.metres) }];
}

/** Newest disposition whose rule is not undone. */
export function currentDisposition(history: readonly StoredChange[]): StoredChange | undefined {
  const undone = new Set(history.flatMap(({ what, ruleId }) => (what === 'undo' && ruleId ? [ruleId] : [])));
  return history.findLast(({ what, ruleId }) => what === 'disposition' && !(ruleId && undone.has(ruleId)));
}

/** Where a person placed the hit; undefined: the place of the data holds. */
export const currentPlace = (history: readonly StoredChange[]): LonLat | undefined =>
  history.findLast(({ what }) => what === 'place')?.place;

/** @param hit as the newest search has it; undefined: no longer listed */
export function currentDecisions(row: DecidedHitRow, hit: StoredHit | undefined): CurrentDecisions {
  const disposition = currentDisposition(row.history);
  const adjoining = row.history.findLast(({ what }) => what === 'adjoining');
  const site = row.history.findLast(({ what }) => what === 'site');
  const place = row.history.findLast(({ what }) => what === 'place');
  const feature = row.history.findLast(({ what }) => what === 'feature');
  const changes = hit && disposition?.facts ? changedFacts(disposition.facts, factsOf(hit)) : [];
  return {
    ...{ revision: row.rev, changes },
    ...(disposition && { disposition }),
    ...(adjoining && { adjoining }),
    ...(site && { site }),
    ...(place?.place && { place }),
    ...(feature && { feature }),
  };
}

/** Its disposition, unless facts changed since. */
export const kindOf = ({ disposition, changes }: CurrentDecisions): string =>
  disposition?.kind && changes.length === 0 ? disposition.kind : 'undecided';

/** As a person decided, else as suggested. */
export const isAdjoining = (
  hit: Pick<StoredHit, 'suggestsAdjoining'>,
  { adjoining }: Pick<CurrentDecisions, 'adjoining'>,
): boolean => adjoining?.isAdjoining ?? hit.suggestsAdjoining;
