import { useSyncExternalStore } from 'react';

/** Under this name the browser keeps that cursors are off; absent: they are on. */
const KEY = 'symbio.cursors';

const listeners = new Set<() => void>();

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // a browser that keeps nothing for pages: on, until it is switched off in this window
    return true;
  }
}

let isOn = kept();

/** Shows the cursors of others and tells them of one's own, or neither. */
export function setCursorsOn(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // it holds for this window then
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether cursors and selections are shared, which goes both ways. */
export const useCursorsOn = (): boolean => useSyncExternalStore(subscribe, () => isOn);
