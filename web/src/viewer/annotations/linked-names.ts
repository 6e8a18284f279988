/** The feature name, or that they were given up. Pure functions. */
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { isAbandoned, type EvidenceByAnnotation } from './filters.js';

/** The same object for the same annotation and name avoids repaints. */
export function createLinkedNames(): (
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
) => readonly ShownAnnotation[] {
  const made = new WeakMap<ShownAnnotation, ShownAnnotation>();
  const givenUp = new WeakMap<ShownAnnotation, ShownAnnotation>();
  return (annotations, evidence) =>
    annotations.map((annotation) => {
      const { feature, isCurrent } = evidence.get(annotation.id) ?? { feature: null, isCurrent: false };
      if (isAbandoned(annotation, evidence)) {
        const known = givenUp.get(annotation) ?? { ...annotation, is_given_up: true };
        givenUp.set(annotation, known);
        return known;
      }
      // rejected mentions link nothing
      if (!feature || !isCurrent) return annotation;
      const before = made.get(annotation);
      if (before?.feature_name === feature.name) return before;
      const linked = { ...annotation, feature_name: feature.name };
      made.set(annotation, linked);
      return linked;
    });
}
