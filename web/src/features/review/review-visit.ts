import { useSyncExternalStore } from 'react';
import { subscribeToDepartures } from '../../lib/session/session.js';
import type { Annotation } from '../../evidence/annotation-records.js';
import { NO_FILTERS, type ReviewFilters } from './review-filters.js';
import type { Proposal } from './proposal.js';

/** For undo. */
export interface VisitDecision {
  annotation: Annotation;
  verdict: 'accepted' | 'rejected';
  at: number;
  /** Decisions of one group are undone together. */
  group?: string;
  /** Server accepted it; undo waits for this. */
  settled: Promise<boolean>;
}

/** While it is edited or linked. */
export interface HumanCopy {
  proposal: Proposal;
  key: string;
}

/** Outlives the sheet: the next proposal may be on another document with a viewer of its own. */
export interface ReviewVisit {
  isOn: boolean;
  /** Milliseconds since 1970. */
  startedAt: number;
  chosenId: string | null;
  /** First moment at which a proposal was shown, in milliseconds since 1970. */
  shownAt: ReadonlyMap<string, number>;
  skipped: readonly string[];
  /** Proposals that a rule hides otherwise. */
  shownAnyway: ReadonlySet<string>;
  /** The dialog of the rules is open. */
  showsRules: boolean;
  /** Pending on the server. */
  deciding: ReadonlySet<string>;
  /** Oldest first. */
  decided: readonly VisitDecision[];
  /** Server responses newer than lists requested earlier. */
  known: ReadonlyMap<string, Annotation>;
  editing: HumanCopy | null;
  /** The key becomes the id of the person's annotation when the dialog is saved. */
  linking: HumanCopy | null;
  filters: ReviewFilters;
}

const IDLE: ReviewVisit = {
  isOn: false,
  startedAt: 0,
  chosenId: null,
  shownAt: new Map(),
  skipped: [],
  shownAnyway: new Set(),
  showsRules: false,
  deciding: new Set(),
  decided: [],
  known: new Map(),
  editing: null,
  linking: null,
  filters: NO_FILTERS,
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

/** Resumed visit restarts the pace. */
export function startReview(projectId: string, chosenId: string | null): void {
  changeVisit(projectId, (visit) =>
    visit.isOn
      ? { chosenId: chosenId ?? visit.chosenId }
      : {
          isOn: true,
          startedAt: Date.now(),
          decided: [],
          skipped: [],
          shownAnyway: new Set(),
          showsRules: false,
          chosenId,
          filters: NO_FILTERS,
        },
  );
}

export function showProposal(projectId: string, id: string): void {
  changeVisit(projectId, ({ shownAt }) => ({
    chosenId: id,
    shownAt: shownAt.has(id) ? shownAt : new Map([...shownAt, [id, Date.now()]]),
  }));
}

/** A proposal that a rule hides, until the visit ends. */
export function showSuppressed(projectId: string, id: string): void {
  changeVisit(projectId, ({ shownAnyway }) => ({ chosenId: id, shownAnyway: including(shownAnyway, id) }));
}

/** An edited copy can be continued later. */
export function endReview(projectId: string): void {
  if (visitOf(projectId).isOn) changeVisit(projectId, () => ({ isOn: false, linking: null }));
}

export function endLinking(projectId: string): void {
  if (visitOf(projectId).linking) changeVisit(projectId, () => ({ linking: null, chosenId: null }));
}

/** First proposal that matches follows. */
export function filterReview(projectId: string, filters: ReviewFilters): void {
  changeVisit(projectId, () => ({ filters, chosenId: null }));
}

export function including(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set, id]);
}

export function excluding(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...set].filter((each) => each !== id));
}
