import { parseCoordinate } from '../../evidence/evidence-api.js';
import type { Coordinate, Feature } from '../../evidence/evidence-api.js';
import { distanceBetween } from '../../evidence/distance.js';

/** As in the feature service. */
export const MAX_MERGED = 20;

export const TOO_MANY_MERGED = `At most ${MAX_MERGED + 1} features can be merged at once`;

export interface MergePlan {
  kept: Feature;
  merged: readonly Feature[];
  movedMentions: number;
  /** Of the kept feature, its own first. */
  landUse: readonly string[];
  /** Null if no feature has a location. */
  place: Coordinate | null;
  /** Its location is taken if the kept feature has none. */
  placeFrom: Feature | null;
  /** Farthest from the kept feature, in metres; null unless two have locations. */
  farthest: { feature: Feature; distance: number } | null;
}

/** Previews what the server will do. */
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
