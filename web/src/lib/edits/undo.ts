import { apiErrorOf, CallError, changeRefusal, isUnanswered } from '../http/errors.js';
import { subscribeToDepartures } from '../session/session.js';
import { settleEach } from '../http/bulk.js';
import { notify, withdraw, type ToastMessage } from '../ui/toasts.js';

export interface Undoable {
  /** Follows “Undone:”, e.g. `role of Ana Silva`. */
  what: string;
  /**
   * Rejects with the server's error. A definite refusal drops the step. After an indefinite error ({@link
   * isUnanswered}) the step stays and this is called again, so it must be idempotent.
   * @returns false: partially undone, already reported, and a retry would change nothing; never for a missing response
   */
  undo: () => Promise<unknown>;
}

/** The undo key applies for this time. */
export const UNDO_MINUTES = 15;
const MAX_STEPS = 50;

interface Step extends Undoable {
  toast: ToastMessage;
  at: number;
  /** Keeps its place until the server responds; further undos skip it. */
  isUndoing: boolean;
}

let steps: Step[] = [];

const isRecent = ({ at }: Step): boolean => Date.now() - at < UNDO_MINUTES * 60_000;

function lastStep(): Step | undefined {
  const last = steps.findLast(({ isUndoing }) => !isUndoing);
  return last && isRecent(last) ? last : undefined;
}

async function undoStep(step: Step): Promise<void> {
  // already undone by key or by another toast
  if (step.isUndoing || !steps.includes(step)) return;
  step.isUndoing = true;
  withdraw(step.toast);
  let isOver = true;
  try {
    if ((await step.undo()) === false) return;
    notify({ type: 'success', id: String(step.at), title: `Undone: ${step.what}` });
  } catch (error) {
    isOver = !isUnanswered(error);
    notify({
      type: 'error',
      title: `Could not be undone: ${step.what}`,
      description: changeRefusal(error),
    });
  } finally {
    step.isUndoing = false;
    if (isOver) steps = steps.filter((each) => each !== step);
    // the steps were cleared for another user
    else if (steps.includes(step)) notify(step.toast);
  }
}

/**
 * With a toast; Ctrl+Z works too.
 * @param toast `type`: `warning` if partially done
 */
export function offerUndo(
  toast: Omit<ToastMessage, 'action' | 'type'> & { type?: 'warning' },
  undoable: Undoable,
): void {
  const at = Date.now();
  const step: Step = {
    ...undoable,
    at,
    isUndoing: false,
    toast: {
      ...toast,
      type: toast.type ?? 'success',
      id: toast.id ?? String(at),
      action: { label: 'Undo', onClick: () => void undoStep(step) },
    },
  };
  steps = [...steps.filter(isRecent), step].slice(-MAX_STEPS);
  notify(step.toast);
}

export interface FailedUndo<T> {
  item: T;
  error: unknown;
}

/** Item by item: a repeated call retries only those without a definite answer. */
export function undoEach<T>(
  items: readonly T[],
  undoStep: (item: T) => PromiseLike<unknown>,
  report: (refused: readonly FailedUndo<T>[]) => void,
): Undoable['undo'] {
  let left = items;
  const refused: FailedUndo<T>[] = [];
  return async () => {
    const { failed } = await settleEach(left, undoStep);
    const unanswered = failed.filter(({ error }) => isUnanswered(error));
    left = unanswered.map(({ item }) => item);
    refused.push(...failed.filter(({ error }) => !isUnanswered(error)));
    if (refused.length > 0) report(refused);
    const [first] = unanswered;
    if (!first) return refused.length === 0;
    const detail = apiErrorOf(first.error);
    const isSome = left.length < items.length;
    const message = `${left.length} of ${items.length} ${left.length === 1 ? 'is' : 'are'} not undone yet. ${detail.message}`;
    throw new CallError(isSome ? { ...detail, message } : detail);
  };
}

export const canUndo = (): boolean => lastStep() !== undefined;

export function undoLast(): boolean {
  const last = lastStep();
  if (!last) return false;
  void undoStep(last);
  return true;
}

export function clearUndoSteps(): void {
  steps = [];
}

const owners = new Set<() => number | null>();

/**
 * Another owner of Ctrl+Z, such as an open sheet. It takes precedence while its last step is newer.
 * @returns unregisters it
 */
export function registerUndoOwner(lastAt: () => number | null): () => void {
  owners.add(lastAt);
  return () => owners.delete(lastAt);
}

/** The other owner's last step is the newest. */
export function isUndoOwned(): boolean {
  const since = lastStep()?.at ?? -Infinity;
  return [...owners].some((lastAt) => (lastAt() ?? -Infinity) > since);
}

subscribeToDepartures(clearUndoSteps);
