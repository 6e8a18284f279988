import { useCallback, useContext, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router-dom';

/**
 * Whether somebody is on their way to another screen, whose program may still be on its way to the browser. Until it is there,
 * the screen that they leave stays: what it writes into the address by itself, after a moment's rest, would keep them on it.
 *
 * It asks the router and not `useNavigation()`, which says so in a transition: a busy browser draws that later than it runs a timer
 * that is due, and the click on a link was lost. The other screen is drawn in a transition as well, so that it also counts as
 * leaving when the router has arrived there and this screen is still drawn: what it wrote would be written into the other's address.
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
