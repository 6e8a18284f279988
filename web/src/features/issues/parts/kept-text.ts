import { useCallback, useState } from 'react';
import { subscribeToDepartures } from '../../../lib/session.js';

const PREFIX = 'symbio.issues.';

const keptKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

// what one person typed is not for the next one at this window
subscribeToDepartures(() => {
  for (const key of keptKeys()) sessionStorage.removeItem(key);
});

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    // a browser that refuses storage, or a text that somebody changed by hand: nothing was kept
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // full or refused: what is typed lasts as long as the screen
  }
}

/**
 * State that outlives the screen for as long as the window is open, for what somebody types: the wrong click leads away, and
 * the way back finds it again. undefined forgets it; what is not typed yet is not kept. Gone when the person signs out.
 * @param key what it belongs to; a component shows one of them all its life
 */
export function useKept<T>(
  key: string,
): readonly [value: T | undefined, keep: (value: T | undefined, isTyped?: boolean) => void] {
  const [value, setValue] = useState(() => read<T>(key));
  const keep = useCallback(
    (next: T | undefined, isTyped = true) => {
      setValue(next);
      write(key, isTyped ? next : undefined);
    },
    [key],
  );
  return [value, keep];
}
