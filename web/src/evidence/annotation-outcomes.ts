export interface AnnotationOutcome {
  pageId: string;
  key: string;
  what: 'create' | 'change' | 'delete' | 'restore';
  /** `dropped`: undone before it was sent. */
  result: 'saved' | 'failed' | 'dropped';
  sentence?: string;
  /** A retry may succeed. */
  isUnanswered?: boolean;
}

type OutcomeSubscriber = (outcome: AnnotationOutcome) => void;

const subscribers = new Set<OutcomeSubscriber>();

export function subscribeToOutcomes(subscriber: OutcomeSubscriber): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export function publishOutcome(outcome: AnnotationOutcome): void {
  for (const subscriber of subscribers) subscriber(outcome);
}
