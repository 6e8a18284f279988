import type { FeatureForm } from './feature-form.js';

/** Failed to save; by user and annotation. They outlive the dialog and a session that ended. */
const drafts = new Map<string, FeatureForm>();

const keyOf = (personId: string, annotationKey: string): string => `${personId} ${annotationKey}`;

/** Until it is saved or discarded, or the window is closed. */
export function keepDraft(personId: string, annotationKey: string, form: FeatureForm): void {
  drafts.set(keyOf(personId, annotationKey), form);
}

export function draftOf(personId: string, annotationKey: string): FeatureForm | null {
  return drafts.get(keyOf(personId, annotationKey)) ?? null;
}

export function forgetDraft(personId: string, annotationKey: string): void {
  drafts.delete(keyOf(personId, annotationKey));
}
