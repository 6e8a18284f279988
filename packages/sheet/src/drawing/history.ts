import { isPolygon, rounded } from '../geometry/shapes.js';
import type { Shape } from '../geometry/shapes.js';

export interface MarkContent {
  coordinates: Shape;
  content: string;
}

export type MarkChanges = Partial<MarkContent>;

/** Undoable change to annotations of a page. */
export type HistoryStep = (SingleStep | GroupStep) & {
  /** Timestamp in milliseconds; absent if unknown. */
  at?: number;
};

export type SingleStep = ExistenceStep | ChangeStep;

interface GroupStep {
  kind: 'group';
  steps: readonly SingleStep[];
}

interface ExistenceStep {
  kind: 'create' | 'delete';
  key: string;
  content: MarkContent;
}

interface ChangeStep {
  kind: 'move' | 'resize' | 'label';
  key: string;
  before: MarkChanges;
  after: MarkChanges;
}

/** Combines changes into one step, or undefined for none. */
export function groupOf(steps: readonly SingleStep[]): HistoryStep | undefined {
  return steps.length > 1 ? { kind: 'group', steps } : steps[0];
}

const partsOf = (step: HistoryStep): readonly SingleStep[] => (step.kind === 'group' ? step.steps : [step]);

function isExistence(step: SingleStep): step is ExistenceStep {
  return step.kind === 'create' || step.kind === 'delete';
}

/** Undo and redo stacks, most recent last. */
export interface EditHistory {
  done: readonly HistoryStep[];
  undone: readonly HistoryStep[];
}

export const NO_HISTORY: EditHistory = { done: [], undone: [] };

const MAX_STEPS = 200;

const NAMES: Record<SingleStep['kind'], string> = {
  create: 'new annotation',
  delete: 'delete',
  move: 'move',
  resize: 'resize',
  label: 'label',
};

export function stepName(step: HistoryStep | undefined): string | null {
  if (!step) return null;
  const parts = partsOf(step);
  const [first] = parts;
  if (!first) return null;
  return parts.length === 1 ? NAMES[first.kind] : `${NAMES[first.kind]} of ${parts.length}`;
}

export function recorded(history: EditHistory, step: HistoryStep): EditHistory {
  return { done: [...history.done, step].slice(-MAX_STEPS), undone: [] };
}

/** Removes an annotation from the history: the server rejected the change, or another user made one. */
export function withoutKey(history: EditHistory, key: string): EditHistory {
  const without = (steps: readonly HistoryStep[]): readonly HistoryStep[] =>
    steps.some((step) => partsOf(step).some((part) => part.key === key))
      ? steps.flatMap((step) => {
          const left = groupOf(partsOf(step).filter((part) => part.key !== key));
          return left ? [{ ...left, ...atOf(step) }] : [];
        })
      : steps;
  const next = { done: without(history.done), undone: without(history.undone) };
  const isSame = next.done === history.done && next.undone === history.undone;
  return isSame ? history : next;
}

/**
 * Restores a step after an undo or redo failed without a definite answer, so it can be retried. A step that no longer
 * fits is dropped.
 */
export function restoredStep(
  history: EditHistory,
  key: string,
  direction: 'undo' | 'redo',
  present: (key: string) => MarkContent | null,
): EditHistory {
  const [home, away] = direction === 'undo' ? (['done', 'undone'] as const) : (['undone', 'done'] as const);
  const step = history[away].findLast((each) => partsOf(each).some((part) => part.key === key));
  const part = step && partsOf(step).find((each) => each.key === key);
  if (!part || typeof plannedPart(part, direction, present) === 'string') return withoutKey(history, key);
  const at = atOf(step);
  const left = groupOf(partsOf(step).filter((each) => each !== part));
  return {
    ...history,
    [home]: withPart(history[home], { ...part, ...at }, direction === 'undo'),
    [away]: history[away].flatMap((each) => (each === step ? (left ? { ...left, ...at } : []) : each)),
  };
}

const atOf = ({ at }: HistoryStep): Pick<HistoryStep, 'at'> => (at === undefined ? {} : { at });

type TimedStep = SingleStep & Pick<HistoryStep, 'at'>;

/**
 * Adds a change of one annotation to steps, merging it into its original group.
 *
 * @param isOrdered sorts by time, whatever the order of responses; else appends
 */
function withPart(steps: readonly HistoryStep[], timed: TimedStep, isOrdered: boolean): readonly HistoryStep[] {
  const { at, ...part } = timed;
  const isSame = (step: HistoryStep): boolean =>
    step.at === at && partsOf(step).every(({ kind }) => kind === part.kind);
  const others = at === undefined ? undefined : steps.find(isSame);
  const kept = steps.filter((each) => each !== others);
  const whole = groupOf([...(others ? partsOf(others) : []), part]) ?? part;
  const place = isOrdered ? kept.findLastIndex((each) => (each.at ?? 0) <= (at ?? 0)) + 1 : kept.length;
  return kept.toSpliced(place, 0, { ...whole, ...atOf(timed) });
}

export const stepsOf = ({ done }: EditHistory, key: string): readonly TimedStep[] =>
  done.flatMap((step) => partsOf(step).flatMap((part) => (part.key === key ? [{ ...part, ...atOf(step) }] : [])));

/** Restores the steps ({@link stepsOf}) of an annotation that was {@link withoutKey}, in their original positions. */
export const remembered = (history: EditHistory, steps: readonly TimedStep[]): EditHistory =>
  steps.length === 0
    ? history
    : {
        ...history,
        done: steps.reduce((done: readonly HistoryStep[], step) => withPart(done, step, true), history.done),
      };

/** Whether a step only created or only deleted these annotations. */
export const isOnly = (step: HistoryStep, kind: 'create' | 'delete', keys: readonly string[]): boolean =>
  partsOf(step).every((part) => part.kind === kind && keys.includes(part.key));

export type HistoryAction =
  | { kind: 'remove' | 'restore'; key: string }
  | { kind: 'change'; key: string; changes: MarkChanges };

export type HistoryPlan =
  | { kind: 'nothing' }
  /** The step cannot be undone; `history` no longer contains it. */
  | { kind: 'refused'; sentence: string; history: EditHistory }
  /** `left`: message about members of a group that others have changed; empty for none. */
  | { kind: 'do'; actions: readonly HistoryAction[]; step: HistoryStep; history: EditHistory; left: string };

/**
 * Plans an undo or redo. A step applies only while the annotation is unchanged since: changes of other users are never
 * overwritten.
 */
export function planned(
  history: EditHistory,
  direction: 'undo' | 'redo',
  present: (key: string) => MarkContent | null,
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
  // annotations changed by others cannot be undone later either
  const known = refused.reduce((before, { part }) => withoutKey(before, part.key), rest);
  const [first] = refused;
  const left = first ? refusal(refused.length, partsOf(step).length, first.what, direction) : '';
  const group = groupOf(doable.map(({ part }) => part));
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
    ? `Another user has ${what} this annotation. Your step was not ${isDone}.`
    : `Another user has ${what} ${count} of these ${all} annotations. Your step was not ${isDone} there.`;
}

/** Plans one annotation; a string says what another user did to prevent it. */
function plannedPart(
  step: SingleStep,
  direction: 'undo' | 'redo',
  present: (key: string) => MarkContent | null,
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

function isAs(now: MarkContent, expected: MarkChanges): boolean {
  const { coordinates, content } = expected;
  return (
    (coordinates === undefined || sameCoordinates(now.coordinates, coordinates)) &&
    (content === undefined || now.content === content)
  );
}

/** Compares shapes at stored precision. */
export function sameCoordinates(a: Shape, b: Shape): boolean {
  return valuesOf(a) === valuesOf(b);
}

function valuesOf(shape: Shape): string {
  const stored = rounded(shape);
  if (isPolygon(stored)) return stored.points.map(({ x, y }) => `${x},${y}`).join(' ');
  return JSON.stringify(Object.entries(stored).sort(([one], [other]) => (one < other ? -1 : 1)));
}

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
