import { useCallback, useState } from 'react';
import { subscribeToDepartures } from '../../../lib/session/session.js';

const PREFIX = 'symbio.issues.';

const keptKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX));

// clear on sign-out: the next user must not see the text
subscribeToDepartures(() => {
  for (const key of keptKeys()) sessionStorage.removeItem(key);
});

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    // storage refused or modified by hand: treat as empty
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // quota exceeded or refused: the text lasts only as long as the screen
  }
}

/**
 * Typed text that survives navigation within the window (session storage), until sign-out. undefined removes it;
 * initial values are not stored.
 * @param key storage key, constant per component
 */
export function useDraftText<T>(
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
