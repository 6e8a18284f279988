import { parseCoordinate } from '../../evidence/evidence-api.js';
import type { Coordinate, Feature } from '../../evidence/evidence-api.js';
import { distanceBetween } from './nearby-features.js';

/** Maximum features merged into another at once, as in the feature service. */
export const MAX_MERGED = 20;

export const TOO_MANY_MERGED = `At most ${MAX_MERGED + 1} features can be merged at once`;

export interface MergePlan {
  kept: Feature;
  merged: readonly Feature[];
  movedMentions: number;
  /** Resulting land uses of the kept feature, its own first. */
  landUse: readonly string[];
  /** Resulting location; null if no feature has one. */
  place: Coordinate | null;
  /** The feature whose location the kept one takes, if it has none itself. */
  placeFrom: Feature | null;
  /** The merged feature farthest from the kept one, in metres; null unless two have locations. */
  farthest: { feature: Feature; distance: number } | null;
}

/** Computes what the server will do, for the preview. */
export function mergePlan(
  features: readonly Feature[],
  targetId: string,
  mentionCounts: ReadonlyMap<string, number>,
): MergePlan | null {
  const kept = features.find(({ id }) => id === targetId);
  const merged = features.filter(({ id }) => id !== targetId);
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
