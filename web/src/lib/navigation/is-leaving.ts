import { useCallback, useContext, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router-dom';

/**
 * Whether the user is navigating to another screen, whose code may still be loading. A debounced write to the URL by
 * the old screen would cancel the navigation.
 *
 * Reads the router instead of `useNavigation()`, which updates in a transition: a busy browser runs a due timer first,
 * and the click on a link was lost. The new screen also renders in a transition, so "leaving" lasts until it is
 * rendered: a write of the old screen would go to the new URL.
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
