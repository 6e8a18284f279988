import { changeRefusal } from './errors.js';
import { subscribeToDepartures } from './session.js';
import { notify, withdraw, type ToastMessage } from './toasts.js';

/** What a person did and can take back. */
export interface Undoable {
  /** What it is, as it follows “Undone:”, e.g. `role of Ana Silva`. */
  what: string;
  /**
   * Takes it back; rejects when that is refused.
   * @returns false: not all of it could be taken back, and that was told already
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
}

let steps: Step[] = [];

const isRecent = ({ at }: Step): boolean => Date.now() - at < UNDO_MINUTES * 60_000;

async function takeBack(step: Step): Promise<void> {
  // taken back already, by the key or in another toast
  if (!steps.includes(step)) return;
  steps = steps.filter((each) => each !== step);
  withdraw(step.toast);
  try {
    if ((await step.undo()) === false) return;
    notify({ type: 'success', id: String(step.at), title: `Undone: ${step.what}` });
  } catch (error) {
    notify({
      type: 'error',
      title: `Could not be undone: ${step.what}`,
      description: changeRefusal(error),
    });
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

/** Whether something done in the last minutes can be taken back. */
export const canUndo = (): boolean => steps.some(isRecent);

/** Takes back what was done last, if that was in the last minutes. Answers whether there was anything. */
export function undoLast(): boolean {
  const last = steps.at(-1);
  if (!last || !isRecent(last)) return false;
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
  const last = steps.at(-1);
  const since = last && isRecent(last) ? last.at : -Infinity;
  return [...owners].some((lastAt) => (lastAt() ?? -Infinity) > since);
}

subscribeToDepartures(forgetSteps);
