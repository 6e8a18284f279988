import { addressIn, addressKey } from '../addresses.js';
import type { Annotation } from '../annotation-records.js';
import type { Feature, Mention } from '../evidence-api.js';
import { contains, gapBetween, outlineOf } from '../outlines.js';

export interface LikelyFeature {
  feature: Feature;
  /** As shown after the name. */
  why: string;
}

const MOST = 4;

/** Outlines closer than their own size are neighbours. */
const NEAR = 1;

type Marked = Pick<Annotation, 'id' | 'coordinates' | 'content' | 'derived_from'>;

interface Evidence {
  annotation: Marked;
  /** Annotation's own narrative. */
  narrative: string | null;
  /** Of the same page. */
  others: readonly Marked[];
  mentions: readonly Mention[];
  features: readonly Feature[];
}

const WHY = [
  'its outline on this sheet contains this one',
  'marked inside this outline',
  'marked beside it on this sheet',
] as const;

/** 0 and 1: one contains the other; 2: neighbours; null: apart. */
function closeness(mine: Marked, other: Marked): 0 | 1 | 2 | null {
  const [own, theirs] = [outlineOf(mine.coordinates), outlineOf(other.coordinates)];
  if (contains(theirs, own)) return 0;
  if (contains(own, theirs)) return 1;
  return gapBetween(own, theirs) <= NEAR * Math.max(own.bounds.width, own.bounds.height) ? 2 : null;
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]/gu, '');

/** By outlines on the sheet, then by name, then by address; likeliest first. */
export function likelyFeatures({ annotation, narrative, others, mentions, features }: Evidence): LikelyFeature[] {
  const featureOf = new Map(features.map((feature) => [feature.id, feature]));
  const found: { feature: Feature; rank: number; why: string }[] = [];
  const featureIdOf = new Map(mentions.map((each) => [each.source_annotation_id, each.feature_of_interest_id]));
  for (const other of others) {
    const feature = featureOf.get(featureIdOf.get(other.id) ?? '');
    if (!feature || other.id === annotation.id || other.id === annotation.derived_from) continue;
    const rank = closeness(annotation, other);
    if (rank !== null) found.push({ feature, rank, why: WHY[rank] });
  }
  const name = lettersOf(annotation.content);
  for (const feature of features)
    if (name !== '' && lettersOf(feature.name) === name) found.push({ feature, rank: 3, why: 'has the same name' });
  const address = addressIn(narrative, annotation.content);
  if (address !== null) {
    const key = addressKey(address);
    const isThere = (...texts: (string | null | undefined)[]): boolean => {
      const other = addressIn(...texts);
      return other !== null && addressKey(other) === key;
    };
    for (const feature of features)
      if (isThere(feature.name)) found.push({ feature, rank: 4, why: `also at ${address}` });
    for (const mention of mentions) {
      const feature = featureOf.get(mention.feature_of_interest_id ?? '');
      if (feature && isThere(mention.current_narrative, mention.narrative))
        found.push({ feature, rank: 4, why: `also at ${address}` });
    }
  }
  found.sort((a, b) => a.rank - b.rank);
  return found
    .filter(({ feature }, at) => found.findIndex((each) => each.feature.id === feature.id) === at)
    .slice(0, MOST)
    .map(({ feature, why }) => ({ feature, why }));
}
