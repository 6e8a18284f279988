import { useSyncExternalStore } from 'react';

/** Screens open the report dialog by it. */
let opener: (() => void) | undefined;
const listeners = new Set<() => void>();

function publish(next: (() => void) | undefined): void {
  opener = next;
  for (const listener of listeners) listener();
}

/** @returns unregister function */
export function offerReport(show: () => void): () => void {
  publish(show);
  return () => {
    if (opener === show) publish(undefined);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Undefined if unavailable. */
export const useReport = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => opener);
