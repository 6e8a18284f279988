import { apiErrorOf, CallError, changeRefusal, isUnanswered } from './errors.js';
import { subscribeToDepartures } from './session.js';
import { withEach } from './several.js';
import { notify, withdraw, type ToastMessage } from './toasts.js';

/** What a person did and can take back. */
export interface Undoable {
  /** What it is, as it follows “Undone:”, e.g. `role of Ana Silva`. */
  what: string;
  /**
   * Takes it back. Rejects with the error of the server when that fails. A refusal ends the step. When the server could not say
   * ({@link isUnanswered}), the step stays and this is called once more: it has to get over what an earlier call has done already.
   * @returns false: not all of it could be taken back, that was told already, and trying again would change nothing; never for
   * want of an answer
   */
  undo: () => Promise<unknown>;
}

/** For how long something can be taken back by its key, in minutes. */
export const UNDO_MINUTES = 15;
/** Steps that are remembered, the newest. */
const MOST_STEPS = 50;

interface Step extends Undoable {
  /** Offers it. */
  toast: ToastMessage;
  /** When it was done, as `Date.now()` has it. */
  at: number;
  /** It is being taken back: it keeps its place until the server has answered, and is no step to take back meanwhile. */
  isLeaving: boolean;
}

let steps: Step[] = [];

const isRecent = ({ at }: Step): boolean => Date.now() - at < UNDO_MINUTES * 60_000;

/** What was done last, if that was in the last minutes. */
function lastStep(): Step | undefined {
  const last = steps.findLast(({ isLeaving }) => !isLeaving);
  return last && isRecent(last) ? last : undefined;
}

async function takeBack(step: Step): Promise<void> {
  // taken back already, by the key or in another toast
  if (step.isLeaving || !steps.includes(step)) return;
  step.isLeaving = true;
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
    step.isLeaving = false;
    if (isOver) steps = steps.filter((each) => each !== step);
    // forgotten meanwhile: who is here now is somebody else
    else if (steps.includes(step)) notify(step.toast);
  }
}

/**
 * Remembers what a person did, and says in a toast that it is done and can be taken back: there, or by Ctrl+Z.
 * @param toast `type`: `warning` where not all of it was done
 */
export function offerUndo(
  toast: Omit<ToastMessage, 'action' | 'type'> & { type?: 'warning' },
  undoable: Undoable,
): void {
  const at = Date.now();
  const step: Step = {
    ...undoable,
    at,
    isLeaving: false,
    toast: {
      ...toast,
      type: toast.type ?? 'success',
      id: toast.id ?? String(at),
      action: { label: 'Undo', onClick: () => void takeBack(step) },
    },
  };
  steps = [...steps.filter(isRecent), step].slice(-MOST_STEPS);
  notify(step.toast);
}

/** A thing that the server refused to take back, and why. */
export interface RefusedUndo<T> {
  item: T;
  error: unknown;
}

/**
 * The undo of what was done with several things, each taken back by itself. What was taken back or refused is settled; called
 * again it asks only about what the server could not say anything of.
 *
 * @param tell says what was refused, in earlier calls too: the last call says how all of it ended
 */
export function undoOfEach<T>(
  items: readonly T[],
  takeBack: (item: T) => PromiseLike<unknown>,
  tell: (refused: readonly RefusedUndo<T>[]) => void,
): Undoable['undo'] {
  let left = items;
  const refused: RefusedUndo<T>[] = [];
  return async () => {
    const { failed } = await withEach(left, takeBack);
    const unanswered = failed.filter(({ error }) => isUnanswered(error));
    left = unanswered.map(({ item }) => item);
    refused.push(...failed.filter(({ error }) => !isUnanswered(error)));
    if (refused.length > 0) tell(refused);
    const [first] = unanswered;
    if (!first) return refused.length === 0;
    const detail = apiErrorOf(first.error);
    const isSome = left.length < items.length;
    const message = `${left.length} of ${items.length} ${left.length === 1 ? 'is' : 'are'} still to be undone. ${detail.message}`;
    throw new CallError(isSome ? { ...detail, message } : detail);
  };
}

/** Whether something done in the last minutes can be taken back. */
export const canUndo = (): boolean => lastStep() !== undefined;

/** Takes back what was done last, if that was in the last minutes. Answers whether there was anything. */
export function undoLast(): boolean {
  const last = lastStep();
  if (!last) return false;
  void takeBack(last);
  return true;
}

/** Nothing can be taken back any more: who comes next is somebody else. */
export function forgetSteps(): void {
  steps = [];
}

const owners = new Set<() => number | null>();

/**
 * Has Ctrl+Z mean something else while that was done later than the last step here, e.g. an edit of an open sheet.
 *
 * @param lastAt when the last of its own steps was done, as `Date.now()` has it; null for none
 * @returns ends it
 */
export function ownUndo(lastAt: () => number | null): () => void {
  owners.add(lastAt);
  return () => owners.delete(lastAt);
}

/** Whether Ctrl+Z means something of the screen's own now: what was done last is taken back first. */
export function isUndoOwned(): boolean {
  const since = lastStep()?.at ?? -Infinity;
  return [...owners].some((lastAt) => (lastAt() ?? -Infinity) > since);
}

subscribeToDepartures(forgetSteps);
