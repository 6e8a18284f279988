import { useEffect, useState } from 'react';

/** CONST-20 */
export const SEARCH_DEBOUNCE_MS = 300;

export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
