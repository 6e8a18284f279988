import { useEffect, useSyncExternalStore } from 'react';

/**
 * The last crumb of the header, when only the screen knows it: a document's title (NAV-25). The header is above the screen in
 * the tree, so the screen hands the words up through this small store.
 */
let tail: string | undefined;
const listeners = new Set<() => void>();

function publish(next: string | undefined): void {
  tail = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sets the last crumb while the calling screen is mounted; undefined (still loading) shows none. */
export function useBreadcrumbTail(title: string | undefined): void {
  useEffect(() => {
    publish(title);
    return () => publish(undefined);
  }, [title]);
}

/** For the header: the crumb a screen has set, if any. */
export const useCurrentBreadcrumbTail = (): string | undefined => useSyncExternalStore(subscribe, () => tail);
