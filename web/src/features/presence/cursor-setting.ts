import { useSyncExternalStore } from 'react';

/** Storage key set while cursors are off; absent means on. */
const KEY = 'symbio.cursors';

const listeners = new Set<() => void>();

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // no storage: on, until switched off in this window
    return true;
  }
}

let isOn = kept();

/** Switches sharing of cursors, in both directions. */
export function setCursorsOn(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // no storage: applies to this window only
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether cursors and selections are shared, in both directions. */
export const useCursorsOn = (): boolean => useSyncExternalStore(subscribe, () => isOn);
