import { useLoaded } from '../../../lib/use-loaded.js';
import { useAllUploads } from './registry.js';

// hardly ever there: the frame of every page does not wait for it
const load = () => import('./uploads-menu.js');

/** The uploads of all projects, seen from every page. Nothing while there are none. */
export function UploadsIndicator() {
  const all = useAllUploads();
  const loaded = useLoaded(load, all.length > 0);
  return loaded && all.length > 0 ? <loaded.UploadsMenu all={all} /> : null;
}
