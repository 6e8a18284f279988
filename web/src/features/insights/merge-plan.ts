import { parseCoordinate } from '../../evidence/evidence-api.js';
import type { Coordinate, Feature } from '../../evidence/evidence-api.js';
import { distanceBetween } from './nearby-features.js';

/** Features that may be merged into another at once, as the feature service has it. */
export const MAX_MERGED = 20;

/** Said where there are more. */
export const MOST_MERGED = `At most ${MAX_MERGED + 1} features can be merged at once`;

/** What a merge will do. */
export interface MergePlan {
  kept: Feature;
  /** The features that go. */
  merged: readonly Feature[];
  /** Mentions that move to the kept feature. */
  movedMentions: number;
  /** Land uses of the kept feature afterwards, its own first. */
  landUse: readonly string[];
  /** Its place afterwards; null when none of them has one. */
  place: Coordinate | null;
  /** Whose place the kept feature takes over, having none itself. */
  placeFrom: Feature | null;
  /** The merged feature that lies farthest from the kept one, with its distance in metres; null when no two have a place. */
  farthest: { feature: Feature; distance: number } | null;
}

/** What the server will make of features when one of them is kept: shown before anybody agrees to it. */
export function mergePlan(
  features: readonly Feature[],
  keptId: string,
  mentionCounts: ReadonlyMap<string, number>,
): MergePlan | null {
  const kept = features.find(({ id }) => id === keptId);
  const merged = features.filter(({ id }) => id !== keptId);
  if (!kept || merged.length === 0) return null;
  const own = parseCoordinate(kept.coordinate);
  const placeFrom = own ? null : (merged.find(({ coordinate }) => parseCoordinate(coordinate)) ?? null);
  const apart = merged.flatMap((feature) => {
    const place = parseCoordinate(feature.coordinate);
    return own && place ? [{ feature, distance: distanceBetween(own, place) }] : [];
  });
  return {
    kept,
    merged,
    movedMentions: merged.reduce((sum, { id }) => sum + (mentionCounts.get(id) ?? 0), 0),
    landUse: [...new Set([kept, ...merged].flatMap(({ land_use: landUse }) => landUse))],
    place: own ?? parseCoordinate(placeFrom?.coordinate),
    placeFrom,
    farthest: apart.reduce<MergePlan['farthest']>(
      (most, each) => (most && most.distance >= each.distance ? most : each),
      null,
    ),
  };
}
