/** Annotations with the names of the features that they are linked to. Plain functions. */
import type { ShownAnnotation } from '../../evidence/annotation-records.js';
import type { EvidenceByAnnotation } from './filters.js';

/**
 * Makes annotations that carry their feature's name. The same annotation under the same name is the same object each time,
 * so that nothing is drawn anew for it.
 */
export function createLinkedNames(): (
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
) => readonly ShownAnnotation[] {
  const made = new WeakMap<ShownAnnotation, ShownAnnotation>();
  return (annotations, evidence) =>
    annotations.map((annotation) => {
      const { feature, isHeld } = evidence.get(annotation.id) ?? { feature: null, isHeld: false };
      // what was rejected links nothing any more
      if (!feature || !isHeld) return annotation;
      const before = made.get(annotation);
      if (before?.feature_name === feature.name) return before;
      const linked = { ...annotation, feature_name: feature.name };
      made.set(annotation, linked);
      return linked;
    });
}
