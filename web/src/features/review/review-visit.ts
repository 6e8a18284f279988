import { useSyncExternalStore } from 'react';
import { subscribeToDepartures } from '../../lib/session/session.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import type { Proposal } from './review-queue.js';

/** A decision of this visit, for undo. */
export interface VisitDecision {
  annotation: Annotation;
  verdict: 'accepted' | 'rejected';
  at: number;
  /** Whether the server accepted it; undo waits for this. */
  settled: Promise<boolean>;
}

/** The user's copy of a proposal, while it is edited or linked. */
export interface HumanCopy {
  proposal: Proposal;
  /** Id of the copy and key of its row. */
  key: string;
}

/**
 * State of a user's review of a project. Outlives the sheet, since the next proposal may be on another document with
 * its own viewer.
 */
export interface ReviewVisit {
  isOn: boolean;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Annotation id of the chosen proposal. */
  chosenId: string | null;
  /** In the order of skipping. */
  skipped: readonly string[];
  /** Decisions pending on the server. */
  deciding: ReadonlySet<string>;
  /** Oldest first. */
  decided: readonly VisitDecision[];
  /** Latest server responses, which are newer than lists requested earlier. */
  known: ReadonlyMap<string, Annotation>;
  editing: HumanCopy | null;
  linking: HumanCopy | null;
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

// the next user starts without a visit
subscribeToDepartures(forgetVisits);

export function forgetVisits(): void {
  visits.clear();
  notifySubscribers();
}

export const visitOf = (projectId: string): ReviewVisit => visits.get(projectId) ?? IDLE;

export function changeVisit(projectId: string, change: (visit: ReviewVisit) => Partial<ReviewVisit>): void {
  const visit = visitOf(projectId);
  visits.set(projectId, { ...visit, ...change(visit) });
  notifySubscribers();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export const useVisit = (projectId: string): ReviewVisit => useSyncExternalStore(subscribe, () => visitOf(projectId));

/** Starts a review, optionally with a given proposal; a resumed visit restarts the pace. */
export function startReview(projectId: string, chosenId: string | null): void {
  changeVisit(projectId, (visit) =>
    visit.isOn
      ? { chosenId: chosenId ?? visit.chosenId }
      : { isOn: true, startedAt: Date.now(), decided: [], skipped: [], chosenId },
  );
}

/** Ends the review; an edited copy can be continued later. */
export function endReview(projectId: string): void {
  if (visitOf(projectId).isOn) changeVisit(projectId, () => ({ isOn: false, linking: null }));
}

/** Ends linking; the next proposal follows. */
export function endLinking(projectId: string): void {
  if (visitOf(projectId).linking) changeVisit(projectId, () => ({ linking: null, chosenId: null }));
}

export function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set, id]);
}

export function excluding(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}
