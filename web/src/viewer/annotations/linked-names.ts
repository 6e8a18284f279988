/** What the evidence adds to annotations on a sheet. Pure functions. */
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { riskRank } from '../../evidence/risk-ranks.js';
import { isAbandoned, type AnnotationEvidence, type EvidenceByAnnotation } from './filters.js';

type Added = Pick<ShownAnnotation, 'feature_name' | 'reading' | 'risk'>;

/**
 * Adds the feature's name, the corrected reading and the risk, or that the annotation was given up. Equal facts give
 * the same object, to avoid repaints.
 */
export function createLinkedNames(): (
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
) => readonly ShownAnnotation[] {
  const made = new WeakMap<ShownAnnotation, ShownAnnotation>();
  const givenUp = new WeakMap<ShownAnnotation, ShownAnnotation>();
  return (annotations, evidence) =>
    annotations.map((annotation) => {
      if (isAbandoned(annotation, evidence)) {
        const known = givenUp.get(annotation) ?? { ...annotation, is_given_up: true };
        givenUp.set(annotation, known);
        return known;
      }
      const known = evidence.get(annotation.id);
      const added = known ? addedBy(annotation, known) : {};
      if (Object.keys(added).length === 0) return annotation;
      const before = made.get(annotation);
      if (before && isSame(before, added)) return before;
      const linked = { ...annotation, ...added };
      made.set(annotation, linked);
      return linked;
    });
}

function addedBy({ author_type: author }: ShownAnnotation, { feature, isCurrent, reading, uses }: AnnotationEvidence) {
  const [use] = uses;
  const added: Added = {};
  // rejected mentions link nothing
  if (feature && isCurrent) added.feature_name = feature.name;
  // a person's label is what the person typed
  if (reading !== undefined && author === 'ai_agent') added.reading = reading;
  if (use !== undefined && isCurrent) added.risk = riskRank(use);
  return added;
}

const isSame = (a: Added, b: Added): boolean =>
  a.feature_name === b.feature_name && a.reading === b.reading && a.risk === b.risk;
