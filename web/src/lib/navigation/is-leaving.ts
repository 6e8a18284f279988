import { useCallback, useContext, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router-dom';

/**
 * Whether the user is navigating to another screen, whose code may still be loading. Until it arrives, the old screen
 * stays mounted, and a debounced write to the URL would cancel the navigation.
 *
 * Reads the router instead of `useNavigation()`, which updates in a transition: a busy browser runs a due timer first,
 * and the click on a link was lost. The new screen also renders in a transition, so "leaving" includes the time when
 * the router has arrived but the old screen is still rendered: its write would go to the new URL.
 */
export function useIsLeaving(): boolean {
  const found = useContext(DataRouterContext);
  if (!found) throw new Error('useIsLeaving is for screens inside of a RouterProvider');
  const { router } = found;
  const { pathname } = useLocation();
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  return useSyncExternalStore(
    subscribe,
    () => router.state.navigation.state !== 'idle' || router.state.location.pathname !== pathname,
  );
}
