import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { labelOf, type ShownAnnotation } from '../../../evidence/annotation-records.js';
import type { EvidenceByAnnotation } from '../../../viewer/annotations/filters.js';
import type { AnnotationEdits } from '../../../viewer/edits/use-annotation-edits.js';

/** Edits whose deletion asks first where an annotation is the evidence for a feature, and the question while it is asked. */
export function useAskedDeletion(
  edits: AnnotationEdits,
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
): { edits: AnnotationEdits; deletion: ReactNode } {
  const [askedKey, setAskedKey] = useState<string | null>(null);
  const linkedTo = (key: string | null) => {
    const annotation = annotations.find((each) => each.key === key);
    const { feature = null, isHeld = false } = evidence.get(annotation?.id ?? '') ?? {};
    return annotation && feature && isHeld ? { annotation, feature } : null;
  };
  const asked = linkedTo(askedKey);
  const remove = (key: string) => {
    if (linkedTo(key)) setAskedKey(key);
    else edits.remove(key);
  };
  const close = () => setAskedKey(null);
  return {
    edits: { ...edits, remove },
    deletion: asked && (
      <ConfirmDialog
        open
        title="Delete annotation"
        confirmLabel="Delete"
        onConfirm={() => {
          close();
          edits.remove(asked.annotation.key);
        }}
        onCancel={close}
      >
        {`“${labelOf(asked.annotation)}” is evidence for “${asked.feature.name}”. What was said of it stays in Insights, but its place on the sheet is lost. Undo brings it back.`}
      </ConfirmDialog>
    ),
  };
}
