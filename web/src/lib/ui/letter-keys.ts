import { useSyncExternalStore } from 'react';

const KEY = 'symbio.letter-keys';

const listeners = new Set<() => void>();

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off';
  } catch {
    // storage unavailable: on, unless switched off in this window
    return true;
  }
}

let isOn = kept();

/** Enables or disables single-character shortcuts (WCAG 2.1.4). */
export function setLetterKeysOn(on: boolean): void {
  isOn = on;
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, 'off');
  } catch {
    // then it applies to this window only
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useLetterKeysOn = (): boolean => useSyncExternalStore(subscribe, () => isOn);

/**
 * Whether a key press is a disabled single-character shortcut: speech input triggers them by accident. Shift still
 * gives a character; Space is not one.
 */
export const isLetterKeyOff = ({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): boolean =>
  !isOn && key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
