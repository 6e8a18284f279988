import { useEffect } from 'react';
import { useApiDispatch } from '../../../lib/api-thunks.js';
import { useLoaded } from '../../../lib/use-loaded.js';
import { useVisitsWithPhotos } from './photo-registry.js';

// the frame of every page does not wait for it; it is there before a phone loses its connection
const load = () => import('./photos-menu.js');

/**
 * The photographs on their way to visits, seen from every page. Those that the browser has kept go on wherever somebody is.
 * Nothing while there are none.
 */
export function PhotosIndicator() {
  const dispatch = useApiDispatch();
  const loaded = useLoaded(load, true);
  useEffect(() => {
    void loaded?.goOnWithPhotos(dispatch);
  }, [loaded, dispatch]);
  const visits = useVisitsWithPhotos();
  return loaded && visits.length > 0 ? <loaded.PhotosMenu visits={visits} /> : null;
}
