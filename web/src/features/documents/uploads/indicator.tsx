import { useLoaded } from '../../../lib/ui/use-loaded.js';
import { useAllUploads } from './registry.js';

// lazy: rarely shown, and the layout of every page includes it
const load = () => import('./uploads-menu.js');

/** Renders nothing without uploads. */
export function UploadsIndicator() {
  const all = useAllUploads();
  const loaded = useLoaded(load, all.length > 0);
  return loaded && all.length > 0 ? <loaded.UploadsMenu all={all} /> : null;
}
