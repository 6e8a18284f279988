import type { FeatureForm } from './feature-form.js';

/** Forms whose saving failed, by person and annotation: they outlive the dialog and a session that ended under it. */
const drafts = new Map<string, FeatureForm>();

const keyOf = (personId: string, annotationKey: string): string => `${personId} ${annotationKey}`;

/** Keeps what a person typed for an annotation, until it is saved or given up; as long as the window is open. */
export function keepDraft(personId: string, annotationKey: string, form: FeatureForm): void {
  drafts.set(keyOf(personId, annotationKey), form);
}

/** What the person typed and could not save; null when there is nothing. */
export function draftOf(personId: string, annotationKey: string): FeatureForm | null {
  return drafts.get(keyOf(personId, annotationKey)) ?? null;
}

export function forgetDraft(personId: string, annotationKey: string): void {
  drafts.delete(keyOf(personId, annotationKey));
}
