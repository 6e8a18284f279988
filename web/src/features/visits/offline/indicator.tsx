import { useLoaded } from '../../../lib/ui/use-loaded.js';

// lazy, but preloaded before a phone loses its connection
const load = () => import('./outbox-bar.js');

/** On every page; sends what this device kept. */
export function OutboxIndicator() {
  const loaded = useLoaded(load, true);
  return loaded ? <loaded.OutboxBar /> : null;
}
