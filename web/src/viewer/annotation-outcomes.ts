/** How the server took something a person did to an annotation. */
export interface AnnotationOutcome {
  pageId: string;
  key: string;
  what: 'create' | 'change' | 'delete' | 'restore';
  result: 'saved' | 'failed';
  /** Of a failure: what happened, for a person. */
  sentence?: string;
}

type OutcomeListener = (outcome: AnnotationOutcome) => void;

const listeners = new Set<OutcomeListener>();

/** Calls `listener` for every outcome from now on; returns what ends it. */
export function listenToOutcomes(listener: OutcomeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everybody who listens. */
export function tellOutcome(outcome: AnnotationOutcome): void {
  for (const listener of listeners) listener(outcome);
}
