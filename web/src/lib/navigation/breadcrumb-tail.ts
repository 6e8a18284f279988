import { useEffect, useSyncExternalStore } from 'react';

/**
 * Store for the last breadcrumb when only the screen knows it, such as a document's title (NAV-25). The header is above
 * the screen in the tree.
 */
type Tail = string | null | undefined;
let tail: Tail;
const listeners = new Set<() => void>();

function publish(next: Tail): void {
  tail = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the last breadcrumb while mounted. @param title undefined while loading; null for none */
export function useBreadcrumbTail(title: Tail): void {
  useEffect(() => {
    publish(title);
    return () => publish(undefined);
  }, [title]);
}

/** For the header: the breadcrumb set by a screen. */
export const useCurrentBreadcrumbTail = (): Tail => useSyncExternalStore(subscribe, () => tail);
