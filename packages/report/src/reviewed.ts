import type { Evidence, EvidenceFeature } from './evidence.js';

/** Evidence without the marks, mentions and figures that no person reviewed. */
export function reviewedOnly(evidence: Evidence): Evidence {
  const annotations = evidence.annotations.filter(({ reviewed }) => reviewed);
  const ids = new Set(annotations.map(({ id }) => id));
  return {
    ...evidence,
    annotations,
    mentions: evidence.mentions.filter(({ reviewed }) => reviewed),
    figures: evidence.figures.filter(({ annotation_id: id }) => ids.has(id)),
  };
}

/** Features but those that only mentions without review name. */
export function reviewedFeatures({ features, mentions }: Pick<Evidence, 'features' | 'mentions'>): EvidenceFeature[] {
  const named = new Set(mentions.map(({ feature_id: id }) => id));
  const reviewed = new Set(mentions.filter((mention) => mention.reviewed).map(({ feature_id: id }) => id));
  return features.filter(({ id }) => reviewed.has(id) || !named.has(id));
}
