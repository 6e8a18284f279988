import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.js';
import { labelOf } from '@symbio/sheet/adapters/symbio';
import { type ShownAnnotation } from '../../../evidence/annotation-records.js';
import { countText, namesInShort } from '../../../lib/ui/formats.js';
import type { EvidenceByAnnotation } from '../../../viewer/annotations/filters.js';
import type { AnnotationEdits } from '../../../viewer/edits/use-annotation-edits.js';

/** Deleting an annotation that is evidence for a feature asks for confirmation. */
export function useConfirmedDeletion(
  edits: AnnotationEdits,
  annotations: readonly ShownAnnotation[],
  evidence: EvidenceByAnnotation,
): { edits: AnnotationEdits; deletion: ReactNode } {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const linkedOf = (keys: readonly string[]) =>
    annotations.flatMap((annotation) => {
      const { feature = null, isCurrent: isHeld = false } = keys.includes(annotation.key)
        ? (evidence.get(annotation.id) ?? {})
        : {};
      return feature && isHeld ? [{ annotation, feature }] : [];
    });
  const linked = linkedOf(asked);
  const remove = (...keys: string[]) => {
    if (linkedOf(keys).length > 0) setAsked(keys);
    else edits.remove(...keys);
  };
  const close = () => setAsked([]);
  return {
    edits: { ...edits, remove },
    deletion: linked.length > 0 && (
      <ConfirmDialog
        open
        title={asked.length === 1 ? 'Delete annotation' : `Delete ${asked.length} annotations`}
        confirmLabel="Delete"
        onConfirm={() => {
          close();
          edits.remove(...asked);
        }}
        onCancel={close}
      >
        {consequenceText(linked, asked.length)}
      </ConfirmDialog>
    ),
  };
}

interface Linked {
  annotation: ShownAnnotation;
  feature: { name: string };
}

function consequenceText(linked: readonly Linked[], count: number): string {
  const [first] = linked;
  if (first && count === 1)
    return `“${labelOf(first.annotation)}” is evidence for “${first.feature.name}”. Its mention stays in Insights, but its place on the sheet is lost. You can undo this.`;
  const names = [...new Set(linked.map(({ feature }) => `“${feature.name}”`))];
  const are = countText(linked.length, 'of them is', 'of them are');
  return `${are} evidence for ${namesInShort(names)}. Their mentions stay in Insights, but their places on the sheet are lost. You can undo this.`;
}
