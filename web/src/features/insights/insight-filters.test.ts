import type { Feature, Mention } from '../../evidence/evidence-api.js';
import {
  filterFeatures,
  filterLoose,
  filtersOf,
  isFiltered,
  hasQuery,
  isMentionFiltered,
  nextSort,
  sortFeatures,
  sortOf,
} from './insight-filters.js';
import type { InsightFilters } from './insight-filters.js';

const feature = (id: string, ...landUse: string[]) =>
  ({ id, name: `Site ${id}`, land_use: landUse, created_at: `2026-01-0${4 - Number(id.slice(1))}` }) as Feature;
const mention = (featureId: string | null, confidence: number, useType: string, holds = true) =>
  ({
    feature_of_interest_id: featureId,
    current_history_id: holds ? 'h' : '',
    current_confidence: confidence,
    current_use_type: useType,
    suggested_land_use: featureId === null ? 'dry_cleaner' : null,
  }) as Mention;
const none: InsightFilters = { name: null, landUse: null, useType: null, band: null };
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe('the filters of Insights', () => {
  const features = [feature('f1', 'gas_station'), feature('f2', 'dry_cleaner', 'gas_station'), feature('f3', 'dump')];
  const mentions = [
    mention('f1', 9, 'confirmed'),
    mention('f2', 7, 'historical'),
    mention('f2', 3, 'suspected'),
    mention('f3', 0, '', false),
  ];

  it('match everything by default, and report that', () => {
    expect(ids(filterFeatures(features, mentions, none))).toEqual(['f1', 'f2', 'f3']);
    expect(isFiltered(none)).toBe(false);
  });

  it('find features by land use (DATA-15), by use type (OP-28) and by confidence (FEAT-26), all at once', () => {
    expect(ids(filterFeatures(features, mentions, { ...none, landUse: 'gas_station' }))).toEqual(['f1', 'f2']);
    expect(ids(filterFeatures(features, mentions, { ...none, useType: 'historical' }))).toEqual(['f2']);
    expect(ids(filterFeatures(features, mentions, { ...none, band: 'green' }))).toEqual(['f1']);
    expect(ids(filterFeatures(features, mentions, { ...none, useType: 'historical', band: 'red' }))).toEqual([]);
  });

  it('find features by word prefixes of their names', () => {
    expect(ids(filterFeatures(features, mentions, { ...none, name: 'f2 si' }))).toEqual(['f2']);
    expect(ids(filterFeatures(features, mentions, { ...none, name: 'ite' }))).toEqual([]);
    expect([isFiltered({ ...none, name: 'f2' }), isMentionFiltered({ ...none, name: 'f2' })]).toEqual([true, false]);
  });

  it.each([
    ['name', ['f1', 'f2', 'f3']],
    ['-name', ['f3', 'f2', 'f1']],
    ['land_use', ['f2', 'f3', 'f1']],
    ['created', ['f3', 'f2', 'f1']],
    ['size', ['f1', 'f2', 'f3']],
  ])('sort features by %s, in the address', (sort, expected) => {
    expect(ids(sortFeatures(features, sortOf(new URLSearchParams({ sort }))))).toEqual(expected);
  });

  it('sort by a column ascending, descending, then by creation', () => {
    expect(nextSort(null, 'name')).toBe('name');
    expect(nextSort({ by: 'name', isDescending: false }, 'name')).toBe('-name');
    expect(nextSort({ by: 'name', isDescending: true }, 'name')).toBeNull();
    expect(nextSort({ by: 'name', isDescending: true }, 'created')).toBe('created');
  });

  it('do not treat a mention without active record as low confidence (OP-29)', () => {
    expect(ids(filterFeatures(features, mentions, { ...none, band: 'red' }))).toEqual(['f2']);
  });

  it('use the suggested land use if there is no feature yet', () => {
    const loose = [mention(null, 5, 'suspected')];
    expect(filterLoose(loose, { ...none, landUse: 'dry_cleaner', band: 'red' })).toHaveLength(1);
    expect(filterLoose(loose, { ...none, landUse: 'dump' })).toHaveLength(0);
  });

  it('assign a record without confidence to no band', () => {
    expect(hasQuery({ use_type: 'current', confidence: null }, { useType: null, band: 'red' })).toBe(false);
  });

  it('are parsed from the URL, ignoring unknown values', () => {
    expect(filtersOf(new URLSearchParams('name=coal&land_use=dump&use_type=current&confidence=yellow'))).toEqual({
      name: 'coal',
      landUse: 'dump',
      useType: 'current',
      band: 'yellow',
    });
    expect(filtersOf(new URLSearchParams('use_type=gone&confidence=blue'))).toEqual(none);
  });
});
