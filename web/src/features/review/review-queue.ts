import type { Annotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { isEllipse, isPolygon } from '@symbio/sheet/geometry/shapes';
import { isOpenProposal } from '../../evidence/annotation-records.js';
import type { Assignment } from '../../evidence/comments/comments-api.js';
import type { Feature, Mention } from '../../evidence/evidence-api.js';
import { placesTogether } from '../../evidence/place-groups.js';
import type { Proposal } from './proposal.js';
import { riskRank } from '../../evidence/risk-ranks.js';

/** Omits unknown facts. */
export const factsOf = ({ annotation, landUse, confidence }: Proposal): string =>
  [
    labelOf(annotation),
    landUse?.replaceAll('_', ' '),
    confidence === null ? undefined : `confidence ${Number(confidence.toFixed(1))} of 10`,
  ]
    .filter(Boolean)
    .join(', ');

/** In review order, those about one place together. */
export function openProposals(
  annotations: readonly Annotation[],
  mentions: readonly Mention[],
  features: readonly Feature[],
  assignments: readonly Assignment[] = [],
): Proposal[] {
  const mentionOf = new Map(mentions.map((mention) => [mention.source_annotation_id, mention]));
  const assignmentOf = new Map(assignments.map((assignment) => [assignment.subject.id, assignment]));
  const featureOf = new Map(features.map((feature) => [feature.id, feature]));
  const proposals = annotations
    .filter(isOpenProposal)
    .map((annotation): Proposal => {
      const mention = mentionOf.get(annotation.id);
      const feature = featureOf.get(mention?.feature_of_interest_id ?? '');
      return {
        annotation,
        landUse: annotation.rule?.corrected_land_use ?? mention?.suggested_land_use ?? feature?.land_use[0] ?? null,
        confidence: mention?.current_confidence ?? null,
        narrative: mention?.current_narrative ?? mention?.narrative ?? null,
        featureName: feature?.name ?? null,
        assigneeId: assignmentOf.get(annotation.id)?.assignee_id ?? null,
        assigneeName: assignmentOf.get(annotation.id)?.assignee_name ?? null,
      };
    })
    .sort(byUrgency);
  return placesTogether(proposals);
}

/** Sorts after every confidence. */
const UNKNOWN = -1;

/**
 * Riskiest land use, then highest confidence (unknown last), then sheet order (ids are chronological, so by upload,
 * page, and top to bottom). The same for all users.
 */
export function byUrgency(a: Proposal, b: Proposal): number {
  return (
    riskRank(a.landUse) - riskRank(b.landUse) ||
    (b.confidence ?? UNKNOWN) - (a.confidence ?? UNKNOWN) ||
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

/** Chosen one if still open, else the most urgent not skipped, else the one skipped longest ago. */
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

/** Skipped proposals last, in the order of skipping. */
export function walkOrder(queue: readonly Proposal[], skipped: readonly string[]): Proposal[] {
  const place = new Map(skipped.map((id, index) => [id, index]));
  const placeOf = ({ annotation }: Proposal) => place.get(annotation.id) ?? -1;
  return [...queue].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * From 1. Skipped proposals count as passed until they return.
 * @param done decisions of the visit
 */
export function positionOf(
  queue: readonly Proposal[],
  skipped: readonly string[],
  shownId: string | null,
  done: number,
): number {
  const walk = walkOrder(queue, skipped);
  const index = Math.max(
    0,
    walk.findIndex(({ annotation }) => annotation.id === shownId),
  );
  const passed = walk.filter(({ annotation }) => skipped.includes(annotation.id)).length;
  const isReturned = shownId !== null && skipped.includes(shownId);
  return done + (isReturned ? index - (walk.length - passed) : passed + index) + 1;
}

/** Decisions are append-only: more decisions means newer. */
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
