import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { uuidV7 } from '../lib/http/uuid.js';

/**
 * Requests an annotation again, even if it was shown before. Without it, as on links and reloads, a URL requests its
 * annotation once.
 */
export const requestAgain = (): { request: string } => ({ request: uuidV7() });

function requestOf(state: unknown): string | null {
  const request = typeof state === 'object' && state !== null && 'request' in state ? state.request : null;
  return typeof request === 'string' ? request : null;
}

/** Once the annotation is loaded, and again for each new request. Afterwards the user may scroll away. */
export function useRequestedAnnotation<Row extends { id: string }>(
  id: string | null,
  annotations: readonly Row[],
  onFound: (annotation: Row) => void,
): void {
  const request = requestOf(useLocation().state);
  const shown = useRef<{ id: string | null; request: string | null }>({ id: null, request: null });
  useEffect(() => {
    const before = shown.current;
    if (before.id === id && (request === null || before.request === request)) return;
    const found = id === null ? undefined : annotations.find((annotation) => annotation.id === id);
    // waits for a missing one; a previous annotation can then be requested again by URL alone
    shown.current = found ? { id, request } : { id: null, request: before.request };
    if (found) onFound(found);
  }, [annotations, request, id, onFound]);
}
