import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { uuidV7 } from '../lib/http/uuid.js';

/**
 * Navigation state that requests an annotation again, even if it was shown before. Without it, as on links and reloads,
 * a URL requests its annotation once.
 */
export const askedAnew = (): { asking: string } => ({ asking: uuidV7() });

function askingOf(state: unknown): string | null {
  const asking = typeof state === 'object' && state !== null && 'asking' in state ? state.asking : null;
  return typeof asking === 'string' ? asking : null;
}

/**
 * Calls back once the requested annotation is loaded, and again for each new request. Afterwards the user may scroll
 * away.
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
    // waits for a missing one; a previous annotation can then be requested again by URL alone
    shown.current = found ? { id, asking } : { id: null, asking: before.asking };
    if (found) onFound(found);
  }, [annotations, asking, id, onFound]);
}
