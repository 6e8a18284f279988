import { STANDARD_SOURCES } from '@symbio/proto/document/vocabulary';
import type { Coverage, Place } from './coverage-api.js';
import { isSamePlace } from './coverage-text.js';

/** Which cells a statement is about. */
export type Scope = 'cell' | 'source' | 'area' | 'covered';

export const SCOPE_LABELS: Readonly<Record<Scope, string>> = {
  cell: 'This decade',
  source: 'All empty decades of this source',
  area: 'All empty decades of all standard sources',
  covered: 'All standard sources, in decades that they cover the property',
};

/** The last one extends reviews of the property to adjoining properties. */
export const scopesOf = ({ area }: Place): readonly Scope[] =>
  area === 'adjoining' ? ['cell', 'source', 'area', 'covered'] : ['cell', 'source', 'area'];

/** The place itself, and empty cells of the scope: without a source and without a statement. */
export function placesIn(scope: Scope, place: Place, { cells, decades }: Pick<Coverage, 'cells' | 'decades'>): Place[] {
  const sources: readonly Place['source'][] = scope === 'source' ? [place.source] : STANDARD_SOURCES;
  const isEmpty = (one: Place): boolean => !cells.some((cell) => isSamePlace(cell, one));
  const isCovered = ({ source, decade }: Place): boolean =>
    cells.some((cell) => cell.state === 'reviewed' && isSamePlace(cell, { source, decade, area: 'property' }));
  const others = sources
    .flatMap((source) => decades.map((decade): Place => ({ source, decade, area: place.area })))
    .filter((one) => !isSamePlace(one, place) && isEmpty(one) && (scope !== 'covered' || isCovered(one)));
  return scope === 'cell' ? [place] : [place, ...others];
}
