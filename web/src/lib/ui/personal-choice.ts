import { useCallback, useSyncExternalStore } from 'react';
import { useMe } from '../session/me.js';

const listeners = new Set<() => void>();
/** Choices of this window where storage is unavailable. */
const chosen = new Map<string, string>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return chosen.get(key) ?? null;
  }
}

function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    chosen.set(key, value);
  }
  for (const listener of listeners) listener();
}

/**
 * Choice of the signed-in person, remembered in this browser.
 * @param allowed other stored values count as none
 * @returns the choice, null without one; and how to set it
 */
export function usePersonalChoice<T extends string>(
  name: string,
  allowed: readonly T[],
): readonly [T | null, (value: T) => void] {
  const key = `symbio.${name}.${useMe()?.id ?? 'unknown'}`;
  const value = useSyncExternalStore(subscribe, () => stored(key));
  const set = useCallback((next: T) => store(key, next), [key]);
  return [allowed.find((each) => each === value) ?? null, set];
}
