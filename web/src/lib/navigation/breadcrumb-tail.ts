import { useEffect, useSyncExternalStore } from 'react';

/**
 * Only the screen knows its last breadcrumb, such as a document's title (NAV-25); the header is above it in the tree.
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

/** While mounted. @param title undefined while loading; null for none */
export function useBreadcrumbTail(title: Tail): void {
  useEffect(() => {
    publish(title);
    return () => publish(undefined);
  }, [title]);
}

export const useCurrentBreadcrumbTail = (): Tail => useSyncExternalStore(subscribe, () => tail);
