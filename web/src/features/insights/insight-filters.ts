import { USE_TYPES, type UseType } from '@symbio/proto/feature/vocabulary';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { CONFIDENCE_BANDS, confidenceBand } from '../../components/confidence.js';
import type { ConfidenceBand } from '../../components/confidence.js';

/** What narrows Insights; null: everything. */
export interface InsightFilters {
  /** A value of the land-use table (DATA-15). */
  landUse: string | null;
  useType: UseType | null;
  band: ConfidenceBand | null;
}

/** Their names in the address. */
export const FILTER_PARAMS = { landUse: 'land_use', useType: 'use_type', band: 'confidence' } as const;

/** The filters that an address names; one it does not know is none. */
export function filtersOf(address: URLSearchParams): InsightFilters {
  const useType = address.get(FILTER_PARAMS.useType);
  const band = address.get(FILTER_PARAMS.band);
  return {
    landUse: address.get(FILTER_PARAMS.landUse) || null,
    useType: USE_TYPES.find((each) => each === useType) ?? null,
    band: CONFIDENCE_BANDS.find((each) => each === band) ?? null,
  };
}

export const isFiltered = ({ landUse, useType, band }: InsightFilters): boolean =>
  landUse !== null || useType !== null || band !== null;

/** Whether something that was said is of the use type and the confidence asked for. */
export function isSaid(
  said: { use_type: string | null; confidence: number | null },
  { useType, band }: Pick<InsightFilters, 'useType' | 'band'>,
): boolean {
  if (useType !== null && said.use_type !== useType) return false;
  return band === null || (said.confidence !== null && confidenceBand(said.confidence) === band);
}

/** Whether a record of it holds: a finding that was rejected is no work left to do, and says nothing any more. */
export const isHeld = (mention: Mention): boolean => Boolean(mention.current_history_id);

/** What holds of a mention. */
const heldBy = (mention: Mention) => ({
  use_type: mention.current_use_type,
  confidence: mention.current_confidence,
});

/** The features of a land use of which at least one mention holds what is asked for. */
export function filterFeatures(
  features: readonly Feature[],
  mentions: readonly Mention[],
  filters: InsightFilters,
): Feature[] {
  const { landUse, useType, band } = filters;
  const isMentionAsked = useType !== null || band !== null;
  const said = new Set(
    isMentionAsked
      ? mentions
          .filter((mention) => isHeld(mention) && isSaid(heldBy(mention), filters))
          .map((mention) => mention.feature_of_interest_id)
      : [],
  );
  return features.filter(
    ({ id, land_use: landUses }) =>
      (landUse === null || landUses.includes(landUse)) && (!isMentionAsked || said.has(id)),
  );
}

/** The unassociated mentions asked for; their land use is what the agent suggests. */
export function filterLoose(mentions: readonly Mention[], filters: InsightFilters): Mention[] {
  return mentions.filter(
    (mention) =>
      (filters.landUse === null || mention.suggested_land_use === filters.landUse) && isSaid(heldBy(mention), filters),
  );
}
