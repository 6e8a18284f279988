import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { uuidV7 } from '../lib/uuid.js';

/**
 * State of a navigation to an address that names an annotation: it is to be brought into view even if it was before. Addresses
 * without it, as those of links and reloads, name an annotation once.
 */
export const askedAnew = (): { asking: string } => ({ asking: uuidV7() });

function askingOf(state: unknown): string | null {
  const asking = typeof state === 'object' && state !== null && 'asking' in state ? state.asking : null;
  return typeof asking === 'string' ? asking : null;
}

/**
 * Calls back with the annotation that the address asks for, as soon as it is there: once, and again each time it is asked for
 * anew. Afterwards the person is free to look elsewhere.
 */
export function useAskedAnnotation<Row extends { id: string }>(
  id: string | null,
  annotations: readonly Row[],
  onFound: (annotation: Row) => void,
): void {
  const asking = askingOf(useLocation().state);
  const shown = useRef<{ id: string | null; asking: string | null }>({ id: null, asking: null });
  useEffect(() => {
    const before = shown.current;
    if (before.id === id && (asking === null || before.asking === asking)) return;
    const found = id === null ? undefined : annotations.find((annotation) => annotation.id === id);
    // one that is not there yet is waited for; the one before it is then asked for anew by its address alone
    shown.current = found ? { id, asking } : { id: null, asking: before.asking };
    if (found) onFound(found);
  }, [annotations, asking, id, onFound]);
}
