/** Annotations with what their evidence says of them: the feature, or that they were given up. Plain functions. */
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import { isGivenUp, type EvidenceByAnnotation } from './filters.js';

/**
 * Makes annotations that carry their feature's name, or that they were given up. The same annotation under the same name is the
 * same object each time, so that nothing is drawn anew for it.
 */
export function createLinkedNames(): (
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
) => readonly ShownAnnotation[] {
  const made = new WeakMap<ShownAnnotation, ShownAnnotation>();
  const givenUp = new WeakMap<ShownAnnotation, ShownAnnotation>();
  return (annotations, evidence) =>
    annotations.map((annotation) => {
      const { feature, isHeld } = evidence.get(annotation.id) ?? { feature: null, isHeld: false };
      if (isGivenUp(annotation, evidence)) {
        const known = givenUp.get(annotation) ?? { ...annotation, is_given_up: true };
        givenUp.set(annotation, known);
        return known;
      }
      // what was rejected links nothing any more
      if (!feature || !isHeld) return annotation;
      const before = made.get(annotation);
      if (before?.feature_name === feature.name) return before;
      const linked = { ...annotation, feature_name: feature.name };
      made.set(annotation, linked);
      return linked;
    });
}
