import { useEffect, useState } from 'react';

/** Milliseconds a search waits for more letters (CONST-20). */
export const SEARCH_DEBOUNCE_MS = 300;

/** The value as it was `delay` milliseconds after it last changed. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
