import type { Evidence } from './evidence.js';

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
