import { isCoverageSource } from '@symbio/proto/document/vocabulary';
import { COVERAGE_AREA_LABELS, COVERAGE_SOURCE_LABELS, COVERAGE_STATE_LABELS, GAP_LABELS } from '@symbio/proto/labels';
import type { CoverageCell, GapValues, Place, Statement } from './coverage-api.js';

export const sourceText = (source: string): string =>
  isCoverageSource(source) ? COVERAGE_SOURCE_LABELS[source] : source.replaceAll('_', ' ');

/** `Sanborn maps, adjoining, 1920s` */
export const placeText = ({ source, area, decade }: Place): string =>
  `${sourceText(source)}, ${COVERAGE_AREA_LABELS[area].toLowerCase()}, ${decade}s`;

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.source === other.source && one.area === other.area && one.decade === other.decade;

/** Years of the documents, else the state. */
export const cellText = ({ state, years }: CoverageCell): string =>
  state === 'reviewed' && years.length > 0 ? years.join(', ') : COVERAGE_STATE_LABELS[state];

/** `1924 to 1938` */
export function yearsText({ from, to }: Pick<GapValues, 'from' | 'to'>): string {
  if (from !== null && to !== null) return `${from} to ${to}`;
  return from !== null ? `from ${from}` : to !== null ? `to ${to}` : '';
}

/** `Interval, 1924 to 1938, adjoining` */
export const gapText = (gap: Pick<GapValues, 'kind' | 'from' | 'to' | 'area' | 'source'>): string =>
  [
    GAP_LABELS[gap.kind],
    gap.source === null ? '' : sourceText(gap.source),
    yearsText(gap),
    gap.area === null ? '' : COVERAGE_AREA_LABELS[gap.area].toLowerCase(),
  ]
    .filter((part) => part !== '')
    .join(', ');

export const significanceText = (significant: boolean | null): string =>
  significant === null ? 'Not judged' : significant ? 'Significant' : 'Not significant';

/** What people stated, as it is saved. */
export const statementsOf = (cells: readonly CoverageCell[]): Statement[] =>
  cells.flatMap(({ source, decade, area, state, stated }) =>
    stated === null ? [] : [{ source, decade, area, coverage_state: state, note: stated.note }],
  );

/** Of a number field; null if empty. */
export const yearOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
