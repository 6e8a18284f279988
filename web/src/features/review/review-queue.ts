import type { Annotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import { isEllipse, isOpenProposal, isPolygon, labelOf } from '../../evidence/annotation-records.js';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { riskRank } from './risk-ranks.js';

/** An AI agent's annotation that nobody has decided about, with what the agent says of it. */
export interface Proposal {
  annotation: Annotation;
  /** A value of the land-use list, or null. */
  landUse: string | null;
  /** 0 to 10; null when the agent gives none. */
  confidence: number | null;
  narrative: string | null;
  /** The feature it is linked to already, or null. */
  featureName: string | null;
}

/** A proposal in words; nothing is said of what is not known. */
export const factsOf = ({ annotation, landUse, confidence }: Proposal): string =>
  [
    labelOf(annotation),
    landUse?.replaceAll('_', ' '),
    confidence === null ? undefined : `confidence ${Number(confidence.toFixed(1))} of 10`,
  ]
    .filter(Boolean)
    .join(', ');

/** The AI agents' annotations that wait for a decision, in the order of review. */
export function openProposals(
  annotations: readonly Annotation[],
  mentions: readonly Mention[],
  features: readonly Feature[],
): Proposal[] {
  const mentionOf = new Map(mentions.map((mention) => [mention.source_annotation_id, mention]));
  const featureOf = new Map(features.map((feature) => [feature.id, feature]));
  return annotations
    .filter(isOpenProposal)
    .map((annotation): Proposal => {
      const mention = mentionOf.get(annotation.id);
      const feature = featureOf.get(mention?.feature_of_interest_id ?? '');
      return {
        annotation,
        landUse: mention?.suggested_land_use ?? feature?.land_use[0] ?? null,
        confidence: mention?.current_confidence ?? null,
        narrative: mention?.current_narrative ?? mention?.narrative ?? null,
        featureName: feature?.name ?? null,
      };
    })
    .sort(byUrgency);
}

/** Ranks behind every confidence there is. */
const UNSAID = 11;

/**
 * Riskiest land use first, then least certain (those of which nothing is said after all others), then as the sheets lie: ids
 * are made in the order of time, so documents come as they were uploaded and pages as they follow each other; on a page from top to
 * bottom. No two proposals are equal, so the order is the same for everybody.
 */
export function byUrgency(a: Proposal, b: Proposal): number {
  return (
    riskRank(a.landUse) - riskRank(b.landUse) ||
    (a.confidence ?? UNSAID) - (b.confidence ?? UNSAID) ||
    compared(a.annotation.document_id, b.annotation.document_id) ||
    compared(a.annotation.document_page_id, b.annotation.document_page_id) ||
    topOf(a.annotation.coordinates) - topOf(b.annotation.coordinates) ||
    compared(a.annotation.id, b.annotation.id)
  );
}

function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function topOf(coordinates: AnnotationCoordinates): number {
  if (isEllipse(coordinates)) return coordinates.centerY - coordinates.radiusY;
  return isPolygon(coordinates) ? Math.min(...coordinates.points.map(({ y }) => y)) : coordinates.y;
}

/**
 * The proposal to look at: the one that was chosen while it is open, else the most urgent that was not skipped, else the one
 * skipped longest ago; null when nothing is open.
 */
export function proposalToShow(
  queue: readonly Proposal[],
  chosenId: string | null,
  skipped: readonly string[],
): Proposal | null {
  const byId = new Map(queue.map((proposal) => [proposal.annotation.id, proposal]));
  const chosen = byId.get(chosenId ?? '');
  if (chosen) return chosen;
  const fresh = queue.find(({ annotation }) => !skipped.includes(annotation.id));
  return fresh ?? byId.get(skipped.find((id) => byId.has(id)) ?? '') ?? null;
}

/** The queue as it will be walked through: what was skipped comes last, in the order of skipping. */
export function walkOrder(queue: readonly Proposal[], skipped: readonly string[]): Proposal[] {
  const place = new Map(skipped.map((id, index) => [id, index]));
  const placeOf = ({ annotation }: Proposal) => place.get(annotation.id) ?? -1;
  return [...queue].sort((a, b) => placeOf(a) - placeOf(b));
}

/** Each annotation as it is known best: decisions are only ever added, so the version with more of them is newer. */
export function withNewest(
  listed: readonly Annotation[],
  known: ReadonlyMap<string, Annotation>,
): readonly Annotation[] {
  if (known.size === 0) return listed;
  return listed.map((annotation) => {
    const newer = known.get(annotation.id);
    return newer && (newer.decisions?.length ?? 0) > (annotation.decisions?.length ?? 0) ? newer : annotation;
  });
}
