/** Counts of a search by list. */
import type { StoredHit } from './hits.js';
import type { StoredCount } from './model.js';

export type HitCounts = Pick<StoredCount, 'on' | 'perhapsOn' | 'adjoining' | 'within' | 'perhaps' | 'beyond'>;

/** @param hits of one list; unplaced ones and those beyond the distance searched are not counted */
export function countHits(hits: readonly StoredHit[], metres: number): HitCounts {
  const own = hits.filter((hit) => hit.certainty !== 'orphan' && hit.metres <= metres);
  const number = (is: (hit: StoredHit) => boolean): number => own.filter(is).length;
  return {
    on: number(({ onProperty }) => onProperty === 'on'),
    perhapsOn: number(({ onProperty }) => onProperty === 'perhaps'),
    adjoining: number(({ suggestsAdjoining }) => suggestsAdjoining),
    within: own.length,
    perhaps: number(({ certainty }) => certainty === 'perhaps'),
    beyond: number(({ certainty }) => certainty === 'beyond'),
  };
}

/** Without records of radius reports whose site the search found in the same list. */
export function withoutRepeats(hits: readonly StoredHit[]): StoredHit[] {
  const keyOf = ({ list, site }: StoredHit): string => `${list} ${site}`;
  const known = new Set(hits.filter(({ source, site }) => !source && site > 0).map(keyOf));
  return hits.filter((hit) => !hit.source || hit.site === 0 || !known.has(keyOf(hit)));
}

export interface CurrentCount extends StoredCount {
  fromReports: number;
  isReported: boolean;
}

/**
 * Counts of the newest search with the records of radius reports, and with places that people decided.
 * @param found hits of the search alone
 * @param hits those and the records of radius reports, as they are placed now
 */
export function countsNow(
  counts: readonly StoredCount[],
  found: readonly StoredHit[],
  hits: readonly StoredHit[],
  reported: ReadonlySet<string>,
): CurrentCount[] {
  const counted = withoutRepeats(hits);
  const orphansOf = (list: string, all: readonly StoredHit[]): number =>
    all.filter((hit) => hit.list === list && hit.certainty === 'orphan').length;
  return counts.map((count) => {
    const own = counted.filter(({ list }) => list === count.list);
    return {
      ...count,
      ...countHits(own, count.metres),
      orphans: count.orphans - orphansOf(count.list, found) + orphansOf(count.list, own),
      fromReports: own.filter(
        ({ source, certainty, metres }) => source && (certainty === 'orphan' || metres <= count.metres),
      ).length,
      isReported: reported.has(count.list),
    };
  });
}
