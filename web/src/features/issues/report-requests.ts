import { useSyncExternalStore } from 'react';

/** Lets screens open the report dialog; the component that shows it registers here. */
let shower: (() => void) | undefined;
const listeners = new Set<() => void>();

function publish(next: (() => void) | undefined): void {
  shower = next;
  for (const listener of listeners) listener();
}

/** Registers the opener. @returns unregister function */
export function offerReport(show: () => void): () => void {
  publish(show);
  return () => {
    if (shower === show) publish(undefined);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the opener of the report dialog; undefined if unavailable. */
export const useReport = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => shower);
