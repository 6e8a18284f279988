/** How the server took something a person did to an annotation. */
export interface AnnotationOutcome {
  pageId: string;
  key: string;
  what: 'create' | 'change' | 'delete' | 'restore';
  /** `dropped`: its person gave it up before it was sent. */
  result: 'saved' | 'failed' | 'dropped';
  /** Of a failure: what happened, for a person. */
  sentence?: string;
  /** Of a failure: the server could not say, and may do it when it is asked again. */
  isUnanswered?: boolean;
}

type OutcomeSubscriber = (outcome: AnnotationOutcome) => void;

const subscribers = new Set<OutcomeSubscriber>();

/** Calls `subscriber` for every outcome from now on; returns what ends it. */
export function subscribeToOutcomes(subscriber: OutcomeSubscriber): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Hands an outcome to all subscribers. */
export function publishOutcome(outcome: AnnotationOutcome): void {
  for (const subscriber of subscribers) subscriber(outcome);
}
