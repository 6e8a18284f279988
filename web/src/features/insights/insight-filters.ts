import { USE_TYPES, type UseType } from '@symbio/proto/feature/vocabulary';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { highestRisk } from '../../evidence/risk-ranks.js';
import { isMeant } from '../../evidence/search-words.js';
import { CONFIDENCE_BANDS, confidenceBand } from '../../components/confidence.js';
import type { ConfidenceBand } from '../../components/confidence.js';

/** Null fields do not filter. */
export interface InsightFilters {
  /** Word prefixes. */
  name: string | null;
  /** DATA-15 */
  landUse: string | null;
  useType: UseType | null;
  band: ConfidenceBand | null;
}

export const FILTER_PARAMS = { name: 'name', landUse: 'land_use', useType: 'use_type', band: 'confidence' } as const;

/** Unknown values are ignored. */
export function filtersOf(address: URLSearchParams): InsightFilters {
  const useType = address.get(FILTER_PARAMS.useType);
  const band = address.get(FILTER_PARAMS.band);
  return {
    name: address.get(FILTER_PARAMS.name) || null,
    landUse: address.get(FILTER_PARAMS.landUse) || null,
    useType: USE_TYPES.find((each) => each === useType) ?? null,
    band: CONFIDENCE_BANDS.find((each) => each === band) ?? null,
  };
}

export const isFiltered = (filters: InsightFilters): boolean => Object.values(filters).some((value) => value !== null);

/** Mentions are filtered, not only features. */
export const isMentionFiltered = (filters: InsightFilters): boolean => isFiltered({ ...filters, name: null });

export function hasQuery(
  said: { use_type: string | null; confidence: number | null },
  { useType, band }: Pick<InsightFilters, 'useType' | 'band'>,
): boolean {
  if (useType !== null && said.use_type !== useType) return false;
  return band === null || (said.confidence !== null && confidenceBand(said.confidence) === band);
}

/** Rejected findings have no active record. */
export const isCurrent = (mention: Mention): boolean => Boolean(mention.current_history_id);

export const currentBy = (mention: Mention) => ({
  use_type: mention.current_use_type,
  confidence: mention.current_confidence,
});

/** Features that match, with at least one matching mention. */
export function filterFeatures(
  features: readonly Feature[],
  mentions: readonly Mention[],
  filters: InsightFilters,
): Feature[] {
  const { name, landUse, useType, band } = filters;
  const isMentionAsked = useType !== null || band !== null;
  const said = new Set(
    isMentionAsked
      ? mentions
          .filter((mention) => isCurrent(mention) && hasQuery(currentBy(mention), filters))
          .map((mention) => mention.feature_of_interest_id)
      : [],
  );
  return features.filter(
    (feature) =>
      isMeant(feature.name, name ?? '') &&
      (landUse === null || feature.land_use.includes(landUse)) &&
      (!isMentionAsked || said.has(feature.id)),
  );
}

export const SORTS = ['name', 'land_use', 'created'] as const;
export type SortKey = (typeof SORTS)[number];

export interface FeatureSort {
  by: SortKey;
  isDescending: boolean;
}

export const SORT_PARAM = 'sort';

/** "-" for descending; null for the riskiest first. */
export function sortOf(address: URLSearchParams): FeatureSort | null {
  const [, minus = '', key = ''] = /^(-?)(.*)$/.exec(address.get(SORT_PARAM) ?? '') ?? [];
  const by = SORTS.find((each) => each === key);
  return by ? { by, isDescending: minus === '-' } : null;
}

/** Ascending, descending, then the riskiest first. */
export function nextSort(sort: FeatureSort | null, by: SortKey): string | null {
  if (sort?.by !== by) return by;
  return sort.isDescending ? null : `-${by}`;
}

/** Sorts numbers in names numerically. */
const { compare: inAlphabet } = new Intl.Collator(undefined, { numeric: true });

export function sortFeatures(features: readonly Feature[], sort: FeatureSort | null): Feature[] {
  // the oldest first among equals
  if (!sort) return features.toSorted((a, b) => highestRisk(a.land_use) - highestRisk(b.land_use));
  const valueOf: Readonly<Record<SortKey, (feature: Feature) => string>> = {
    name: ({ name }) => name,
    land_use: ({ land_use: landUses }) => landUses.join(' '),
    created: ({ created_at: created }) => created,
  };
  const value = valueOf[sort.by];
  const compare = (a: Feature, b: Feature) => inAlphabet(value(a), value(b));
  return features.toSorted((a, b) => (sort.isDescending ? compare(b, a) : compare(a, b)));
}

/** Mentions without a feature; their land use is the agent's suggestion. */
export function filterLoose(
  mentions: readonly Mention[],
  filters: Pick<InsightFilters, 'landUse' | 'useType' | 'band'>,
): Mention[] {
  return mentions.filter(
    (mention) =>
      (filters.landUse === null || mention.suggested_land_use === filters.landUse) &&
      hasQuery(currentBy(mention), filters),
  );
}
