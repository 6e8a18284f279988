import { useSyncExternalStore } from 'react';
import { subscribeToDepartures } from '../../lib/session.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import type { Proposal } from './review-queue.js';

/** A decision of this visit, which can be undone. */
export interface VisitDecision {
  /** The AI agent's annotation. */
  annotation: Annotation;
  verdict: 'accepted' | 'rejected';
  /** Milliseconds since 1970. */
  at: number;
  /** Whether the server took it; until then it cannot be undone. */
  settled: Promise<boolean>;
}

/** The person's copy of a proposal, while it is being changed before it is accepted, or linked to a feature. */
export interface PersonsCopy {
  proposal: Proposal;
  /** Id of the copy, and key of its row. */
  key: string;
}

/**
 * What one person is doing in the review of one project. It outlives the sheet: the next proposal may lie on another document,
 * whose viewer is a new one.
 */
export interface ReviewVisit {
  isOn: boolean;
  /** Milliseconds since 1970; when review was switched on. */
  startedAt: number;
  /** The proposal that is looked at, by the id of its annotation. */
  chosenId: string | null;
  /** In the order of skipping. */
  skipped: readonly string[];
  /** Decided here, not yet answered by the server. */
  deciding: ReadonlySet<string>;
  /** Oldest first. */
  decided: readonly VisitDecision[];
  /** Annotations as the server answered last; lists that were on their way meanwhile are older. */
  known: ReadonlyMap<string, Annotation>;
  editing: PersonsCopy | null;
  /** The accepted copy whose Associate dialog is open, or about to be. */
  linking: PersonsCopy | null;
}

const IDLE: ReviewVisit = {
  isOn: false,
  startedAt: 0,
  chosenId: null,
  skipped: [],
  deciding: new Set(),
  decided: [],
  known: new Map(),
  editing: null,
  linking: null,
};

const visits = new Map<string, ReviewVisit>();
const subscribers = new Set<() => void>();

function notifySubscribers(): void {
  for (const subscriber of subscribers) subscriber();
}

// the next person at this browser has reviewed nothing yet
subscribeToDepartures(forgetVisits);

/** Forgets all visits. */
export function forgetVisits(): void {
  visits.clear();
  notifySubscribers();
}

/** What is going on in the review of a project. */
export const visitOf = (projectId: string): ReviewVisit => visits.get(projectId) ?? IDLE;

/** Changes what is known of the visit of a project. */
export function changeVisit(projectId: string, change: (visit: ReviewVisit) => Partial<ReviewVisit>): void {
  const visit = visitOf(projectId);
  visits.set(projectId, { ...visit, ...change(visit) });
  notifySubscribers();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** The visit of a project, as React state. */
export const useVisit = (projectId: string): ReviewVisit => useSyncExternalStore(subscribe, () => visitOf(projectId));

/** Begins to review, with a certain proposal when one is asked for; a visit that goes on after a break is paced anew. */
export function startReview(projectId: string, chosenId: string | null): void {
  changeVisit(projectId, (visit) =>
    visit.isOn
      ? { chosenId: chosenId ?? visit.chosenId }
      : { isOn: true, startedAt: Date.now(), decided: [], skipped: [], chosenId },
  );
}

/** Ends it; a copy that is being changed can be continued. */
export function endReview(projectId: string): void {
  if (visitOf(projectId).isOn) changeVisit(projectId, () => ({ isOn: false, linking: null }));
}

/** The accepted copy is linked, or not to be linked any more: the next proposal has its turn. */
export function endLinking(projectId: string): void {
  if (visitOf(projectId).linking) changeVisit(projectId, () => ({ linking: null, chosenId: null }));
}

/** The set with one more. */
export function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set, id]);
}

/** The set without one. */
export function excluding(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}
