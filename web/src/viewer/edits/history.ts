import { isEllipse, rounded } from '../../evidence/annotation-records.js';
import type { Annotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import type { AnnotationChanges } from '../../evidence/annotation-rows.js';

/** An annotation as a person left it. */
export interface AnnotationContent {
  coordinates: AnnotationCoordinates;
  content: string;
}

/** Something this person did to an annotation on a page. */
export type HistoryStep = ExistenceStep | ChangeStep;

interface ExistenceStep {
  kind: 'create' | 'delete';
  key: string;
  content: AnnotationContent;
}

interface ChangeStep {
  kind: 'move' | 'resize' | 'label';
  key: string;
  before: AnnotationChanges;
  after: AnnotationChanges;
}

function isExistence(step: HistoryStep): step is ExistenceStep {
  return step.kind === 'create' || step.kind === 'delete';
}

/** What can be undone, the last at the end, and what was undone and can be done again. */
export interface EditHistory {
  done: readonly HistoryStep[];
  undone: readonly HistoryStep[];
}

export const NO_HISTORY: EditHistory = { done: [], undone: [] };

/** Steps that are kept: more than anybody remembers. */
const MOST_STEPS = 200;

const NAMES: Record<HistoryStep['kind'], string> = {
  create: 'new annotation',
  delete: 'delete',
  move: 'move',
  resize: 'resize',
  label: 'label',
};

/** A step in words, or null for none. */
export function stepName(step: HistoryStep | undefined): string | null {
  return step ? NAMES[step.kind] : null;
}

/** The history after the person did something new: nothing can be done again then. */
export function recorded(history: EditHistory, step: HistoryStep): EditHistory {
  return { done: [...history.done, step].slice(-MOST_STEPS), undone: [] };
}

/** The history without an annotation: the server refused what was done to it, or somebody else changed it. */
export function forgotten(history: EditHistory, key: string): EditHistory {
  const others = (step: HistoryStep) => step.key !== key;
  const next = { done: history.done.filter(others), undone: history.undone.filter(others) };
  const isSame = next.done.length === history.done.length && next.undone.length === history.undone.length;
  return isSame ? history : next;
}

/** What must be done to undo or redo a step. */
export type HistoryAction =
  | { kind: 'remove' | 'restore'; key: string }
  | { kind: 'change'; key: string; changes: AnnotationChanges };

export type HistoryPlan =
  | { kind: 'nothing' }
  /** The step can't be taken back any more; `history` has forgotten it. */
  | { kind: 'refused'; sentence: string; history: EditHistory }
  | { kind: 'do'; action: HistoryAction; step: HistoryStep; history: EditHistory };

type KnownAnnotation = Pick<Annotation, 'coordinates' | 'content'>;

/**
 * What undo or redo means now. A step is taken back only while the annotation is as this person left it: what somebody
 * else did since is never overwritten.
 *
 * @param present the annotation of a key as it is now; null when there is none
 */
export function planned(
  history: EditHistory,
  direction: 'undo' | 'redo',
  present: (key: string) => KnownAnnotation | null,
): HistoryPlan {
  const [from, to] = direction === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const);
  const step = history[from].at(-1);
  if (!step) return { kind: 'nothing' };
  const moved = { ...history, [from]: history[from].slice(0, -1), [to]: [...history[to], step] };
  const making = direction === 'undo' ? 'delete' : 'create';
  if (isExistence(step) && step.kind === making) {
    return { kind: 'do', action: { kind: 'restore', key: step.key }, step, history: moved };
  }
  const now = present(step.key);
  const refuse = (what: string): HistoryPlan => ({
    kind: 'refused',
    sentence: `Somebody else has ${what} this annotation. Your step was not ${direction === 'undo' ? 'undone' : 'repeated'}.`,
    history: forgotten(history, step.key),
  });
  if (!now) return refuse('deleted');
  if (isExistence(step)) {
    if (!isAs(now, step.content)) return refuse('changed');
    return { kind: 'do', action: { kind: 'remove', key: step.key }, step, history: moved };
  }
  const [expected, changes] = direction === 'undo' ? [step.after, step.before] : [step.before, step.after];
  if (!isAs(now, expected)) return refuse('changed');
  return { kind: 'do', action: { kind: 'change', key: step.key, changes }, step, history: moved };
}

function isAs(now: KnownAnnotation, expected: AnnotationChanges): boolean {
  const { coordinates, content } = expected;
  return (
    (coordinates === undefined || sameCoordinates(now.coordinates, coordinates)) &&
    (content === undefined || now.content === content)
  );
}

/** Whether two shapes are the same as stored. */
export function sameCoordinates(a: AnnotationCoordinates, b: AnnotationCoordinates): boolean {
  if (isEllipse(a) !== isEllipse(b)) return false;
  const others = new Map(Object.entries(rounded(b)));
  return Object.entries(rounded(a)).every(([name, value]) => others.get(name) === value);
}

/** The histories of the pages that were open, for whoever shows what can be undone. */
export class EditHistories {
  private readonly histories = new Map<string, EditHistory>();
  private readonly listeners = new Set<() => void>();

  of(pageId: string): EditHistory {
    return this.histories.get(pageId) ?? NO_HISTORY;
  }

  set(pageId: string, history: EditHistory): void {
    if (history === this.of(pageId)) return;
    this.histories.set(pageId, history);
    for (const listener of this.listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
}
