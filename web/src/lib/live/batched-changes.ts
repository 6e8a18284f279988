import { useEffect } from 'react';
import { subscribeToChanges, type ChangeEvent } from './live-changes.js';

export interface BatchHandler {
  /** Whether to batch a change; handle urgent ones here. */
  readonly accept: (change: ChangeEvent) => boolean;
  /**
   * Applies a batch, oldest first; never runs concurrently.
   * @returns milliseconds to the next call, if longer than usual
   */
  readonly apply: (changes: readonly ChangeEvent[]) => Promise<number | undefined>;
}

/**
 * Batches changes, so a burst costs as little as one.
 * @param begin creates the handler and its state; a new function starts over
 */
export function useBatchedChanges(batchMs: number, begin: () => BatchHandler): void {
  useEffect(() => {
    const { accept, apply } = begin();
    let pending: ChangeEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const applyPending = async (): Promise<void> => {
      const changes = pending;
      pending = [];
      let pause: number | undefined;
      try {
        if (changes.length > 0) pause = await apply(changes);
      } catch (error) {
        // reported like an unhandled rejection; later changes are still applied
        reportError(error);
      }
      timer = undefined;
      if (!isEnded && (pending.length > 0 || pause !== undefined)) wait(pause ?? batchMs);
    };
    const wait = (milliseconds: number): void => {
      timer ??= setTimeout(() => void applyPending(), milliseconds);
    };
    const unsubscribe = subscribeToChanges((change) => {
      if (!accept(change)) return;
      pending.push(change);
      wait(batchMs);
    });
    return () => {
      isEnded = true;
      unsubscribe();
      clearTimeout(timer);
    };
  }, [batchMs, begin]);
}
