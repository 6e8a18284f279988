import { useSyncExternalStore } from 'react';

/** Screens ask for the report dialog here; whoever shows it listens. */
let shower: (() => void) | undefined;
const listeners = new Set<() => void>();

function publish(next: (() => void) | undefined): void {
  shower = next;
  for (const listener of listeners) listener();
}

/** Names what opens the report dialog, while it can be opened. @returns takes it back */
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

/** Opens the report dialog; undefined where there is none. */
export const useReport = (): (() => void) | undefined => useSyncExternalStore(subscribe, () => shower);
