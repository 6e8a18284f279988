import { useSyncExternalStore } from 'react';

/** Under this name the browser keeps that single-letter shortcuts are off; absent: they are on. */
const KEY = 'symbio.letter-keys';

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

/** Has keys that print one character, pressed alone, mean something on the whole page, or nothing (WCAG 2.1.4). */
export function setLetterKeysOn(on: boolean): void {
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

/** Whether single-letter shortcuts are on. */
export const useLetterKeysOn = (): boolean => useSyncExternalStore(subscribe, () => isOn);

/**
 * Whether a key press is a letter, digit or sign that was switched off as a shortcut: whoever speaks to the computer presses
 * them by every word. Shift makes another character of it, and no combination; Space is none of them.
 */
export const isLetterKeyOff = ({
  key,
  ctrlKey,
  altKey,
  metaKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>): boolean =>
  !isOn && key.length === 1 && key !== ' ' && !ctrlKey && !altKey && !metaKey;
