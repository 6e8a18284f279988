import { useEffect } from 'react';
import { subscribeToChanges, type ChangeEvent } from './live.js';

/** What a screen does with changes that come in bursts. */
export interface Gathering {
  /** Whether a change is one to gather. What cannot wait is done here, at once. */
  readonly accept: (change: ChangeEvent) => boolean;
  /**
   * Brings the screen up to date with what was gathered, oldest first; never called while it still runs.
   * @returns milliseconds to wait this time before the next call, when that is longer than usual
   */
  readonly apply: (changes: readonly ChangeEvent[]) => Promise<number | undefined>;
}

/**
 * Gathers changes for a while and applies them together, so that a burst of them costs as little as one.
 * @param gatherMs milliseconds from the first change of a burst to the call
 * @param begin what to do with them, with a state of its own; a new function begins afresh
 */
export function useGatheredChanges(gatherMs: number, begin: () => Gathering): void {
  useEffect(() => {
    const { accept, apply } = begin();
    let gathered: ChangeEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const applyGathered = async (): Promise<void> => {
      const changes = gathered;
      gathered = [];
      let pause: number | undefined;
      try {
        if (changes.length > 0) pause = await apply(changes);
      } catch (error) {
        // told like any error that nobody awaits; changes that come later are applied all the same
        reportError(error);
      }
      timer = undefined;
      if (!isEnded && (gathered.length > 0 || pause !== undefined)) wait(pause ?? gatherMs);
    };
    const wait = (milliseconds: number): void => {
      timer ??= setTimeout(() => void applyGathered(), milliseconds);
    };
    const unsubscribe = subscribeToChanges((change) => {
      if (!accept(change)) return;
      gathered.push(change);
      wait(gatherMs);
    });
    return () => {
      isEnded = true;
      unsubscribe();
      clearTimeout(timer);
    };
  }, [gatherMs, begin]);
}
