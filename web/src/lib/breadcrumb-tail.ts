import { useEffect, useSyncExternalStore } from 'react';

/**
 * The last crumb of the header, when only the screen knows it: a document's title (NAV-25). The header is above the screen in
 * the tree, so the screen hands the words up through this small store.
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

/** Sets the last crumb while the calling screen is mounted. @param title undefined while it loads; null where there is none */
export function useBreadcrumbTail(title: Tail): void {
  useEffect(() => {
    publish(title);
    return () => publish(undefined);
  }, [title]);
}

/** For the header: the crumb that a screen has set. */
export const useCurrentBreadcrumbTail = (): Tail => useSyncExternalStore(subscribe, () => tail);
