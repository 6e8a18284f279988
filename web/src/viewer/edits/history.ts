import { isPolygon, rounded } from '../../evidence/annotation-records.js';
import type { Annotation, AnnotationCoordinates } from '../../evidence/annotation-records.js';
import type { AnnotationChanges } from '../../evidence/annotation-rows.js';

/** An annotation as a person left it. */
export interface AnnotationContent {
  coordinates: AnnotationCoordinates;
  content: string;
}

/** Something this person did to annotations of a page. */
export type HistoryStep = (SingleStep | GroupStep) & {
  /** When it was done, as `Date.now()` has it; absent: not known. */
  at?: number;
};

/** What was done to one annotation. */
export type SingleStep = ExistenceStep | ChangeStep;

/** The same done to several annotations at once: taken back at once, too. */
interface GroupStep {
  kind: 'group';
  steps: readonly SingleStep[];
}

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

/** One step for what was done at once; of a single annotation it is that step. Undefined for nothing. */
export function grouped(steps: readonly SingleStep[]): HistoryStep | undefined {
  return steps.length > 1 ? { kind: 'group', steps } : steps[0];
}

const partsOf = (step: HistoryStep): readonly SingleStep[] => (step.kind === 'group' ? step.steps : [step]);

function isExistence(step: SingleStep): step is ExistenceStep {
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

const NAMES: Record<SingleStep['kind'], string> = {
  create: 'new annotation',
  delete: 'delete',
  move: 'move',
  resize: 'resize',
  label: 'label',
};

/** A step in words, or null for none. */
export function stepName(step: HistoryStep | undefined): string | null {
  if (!step) return null;
  const parts = partsOf(step);
  const [first] = parts;
  if (!first) return null;
  return parts.length === 1 ? NAMES[first.kind] : `${NAMES[first.kind]} of ${parts.length}`;
}

/** The history after the person did something new: nothing can be done again then. */
export function recorded(history: EditHistory, step: HistoryStep): EditHistory {
  return { done: [...history.done, step].slice(-MOST_STEPS), undone: [] };
}

/** The history without an annotation: the server refused what was done to it, or somebody else changed it. */
export function forgotten(history: EditHistory, key: string): EditHistory {
  const without = (steps: readonly HistoryStep[]): readonly HistoryStep[] =>
    steps.some((step) => partsOf(step).some((part) => part.key === key))
      ? steps.flatMap((step) => {
          const left = grouped(partsOf(step).filter((part) => part.key !== key));
          return left ? [{ ...left, ...atOf(step) }] : [];
        })
      : steps;
  const next = { done: without(history.done), undone: without(history.undone) };
  const isSame = next.done === history.done && next.undone === history.undone;
  return isSame ? history : next;
}

/**
 * The history after the server could not say anything about the undo or redo of an annotation, which is as before that again: the
 * step is where it was, to be taken back or repeated later. One that fits no more is forgotten.
 */
export function putBack(
  history: EditHistory,
  key: string,
  direction: 'undo' | 'redo',
  present: (key: string) => KnownAnnotation | null,
): EditHistory {
  const [home, away] = direction === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const);
  const step = history[away].findLast((each) => partsOf(each).some((part) => part.key === key));
  const part = step && partsOf(step).find((each) => each.key === key);
  if (!part || typeof plannedPart(part, direction, present) === 'string') return forgotten(history, key);
  const at = atOf(step);
  const left = grouped(partsOf(step).filter((each) => each !== part));
  return {
    ...history,
    [home]: withPart(history[home], { ...part, ...at }, direction === 'undo'),
    [away]: history[away].flatMap((each) => (each === step ? (left ? { ...left, ...at } : []) : each)),
  };
}

const atOf = ({ at }: HistoryStep): Pick<HistoryStep, 'at'> => (at === undefined ? {} : { at });

/** What was done to one annotation, and when. */
type TimedStep = SingleStep & Pick<HistoryStep, 'at'>;

/**
 * Steps with what was done to one annotation, joined to what is there of the same step.
 *
 * @param isOrdered of what was done the last is taken back first, in whatever order the answers come; else it comes last
 */
function withPart(steps: readonly HistoryStep[], timed: TimedStep, isOrdered: boolean): readonly HistoryStep[] {
  const { at, ...part } = timed;
  const isSame = (step: HistoryStep): boolean =>
    step.at === at && partsOf(step).every(({ kind }) => kind === part.kind);
  const others = at === undefined ? undefined : steps.find(isSame);
  const kept = steps.filter((each) => each !== others);
  const whole = grouped([...(others ? partsOf(others) : []), part]) ?? part;
  const place = isOrdered ? kept.findLastIndex((each) => (each.at ?? 0) <= (at ?? 0)) + 1 : kept.length;
  return kept.toSpliced(place, 0, { ...whole, ...atOf(timed) });
}

/** What was done to an annotation and can be taken back. */
export const stepsOf = ({ done }: EditHistory, key: string): readonly TimedStep[] =>
  done.flatMap((step) => partsOf(step).flatMap((part) => (part.key === key ? [{ ...part, ...atOf(step) }] : [])));

/** The history with what {@link stepsOf} had said of an annotation that was {@link forgotten} since, each where it was. */
export const remembered = (history: EditHistory, steps: readonly TimedStep[]): EditHistory =>
  steps.length === 0
    ? history
    : {
        ...history,
        done: steps.reduce((done: readonly HistoryStep[], step) => withPart(done, step, true), history.done),
      };

/** Whether a step is that some annotations were made or deleted, and nothing else. */
export const isOnly = (step: HistoryStep, kind: 'create' | 'delete', keys: readonly string[]): boolean =>
  partsOf(step).every((part) => part.kind === kind && keys.includes(part.key));

/** What must be done to undo or redo a step. */
export type HistoryAction =
  | { kind: 'remove' | 'restore'; key: string }
  | { kind: 'change'; key: string; changes: AnnotationChanges };

export type HistoryPlan =
  | { kind: 'nothing' }
  /** The step can't be taken back any more; `history` has forgotten it. */
  | { kind: 'refused'; sentence: string; history: EditHistory }
  /** `left`: of several, how many others have changed since; empty for none. */
  | { kind: 'do'; actions: readonly HistoryAction[]; step: HistoryStep; history: EditHistory; left: string };

type KnownAnnotation = Pick<Annotation, 'coordinates' | 'content'>;

/**
 * What undo or redo means now. A step is taken back only while the annotation is as this person left it: what somebody
 * else did since is never overwritten.
 *
 * @param present the annotation of a key as it is now; null when there is none
 * @param at when that is, as `Date.now()` has it
 */
export function planned(
  history: EditHistory,
  direction: 'undo' | 'redo',
  present: (key: string) => KnownAnnotation | null,
  at?: number,
): HistoryPlan {
  const [from, to] = direction === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const);
  const step = history[from].at(-1);
  if (!step) return { kind: 'nothing' };
  const doable: { part: SingleStep; action: HistoryAction }[] = [];
  const refused: { part: SingleStep; what: string }[] = [];
  for (const part of partsOf(step)) {
    const action = plannedPart(part, direction, present);
    if (typeof action === 'string') refused.push({ part, what: action });
    else doable.push({ part, action });
  }
  const rest = { ...history, [from]: history[from].slice(0, -1) };
  // what somebody else has changed can't be taken back later either
  const known = refused.reduce((before, { part }) => forgotten(before, part.key), rest);
  const [first] = refused;
  const left = first ? refusal(refused.length, partsOf(step).length, first.what, direction) : '';
  const group = grouped(doable.map(({ part }) => part));
  if (!group) return { kind: 'refused', sentence: left, history: known };
  const doneAt = direction === 'redo' ? at : step.at;
  const kept = doneAt === undefined ? group : { ...group, at: doneAt };
  return {
    kind: 'do',
    actions: doable.map(({ action }) => action),
    step: kept,
    history: { ...known, [to]: [...known[to], kept] },
    left,
  };
}

function refusal(count: number, all: number, what: string, direction: 'undo' | 'redo'): string {
  const isDone = direction === 'undo' ? 'undone' : 'repeated';
  return all === 1
    ? `Somebody else has ${what} this annotation. Your step was not ${isDone}.`
    : `Somebody else has ${what} ${count} of these ${all} annotations. Your step was not ${isDone} there.`;
}

/** What undo or redo means for one annotation; in a word what somebody else did to it when it can't be. */
function plannedPart(
  step: SingleStep,
  direction: 'undo' | 'redo',
  present: (key: string) => KnownAnnotation | null,
): HistoryAction | string {
  const { key } = step;
  const making = direction === 'undo' ? 'delete' : 'create';
  if (isExistence(step) && step.kind === making) return { kind: 'restore', key };
  const now = present(key);
  if (!now) return 'deleted';
  if (isExistence(step)) return isAs(now, step.content) ? { kind: 'remove', key } : 'changed';
  const [expected, changes] = direction === 'undo' ? [step.after, step.before] : [step.before, step.after];
  return isAs(now, expected) ? { kind: 'change', key, changes } : 'changed';
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
  return valuesOf(a) === valuesOf(b);
}

/** The numbers of a shape as they are stored, in an order of their own. */
function valuesOf(shape: AnnotationCoordinates): string {
  const stored = rounded(shape);
  if (isPolygon(stored)) return stored.points.map(({ x, y }) => `${x},${y}`).join(' ');
  return JSON.stringify(Object.entries(stored).sort(([one], [other]) => (one < other ? -1 : 1)));
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
