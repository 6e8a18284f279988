import { useEffect } from 'react';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { useLoaded } from '../../../lib/ui/use-loaded.js';
import { useVisitsWithPhotos } from './photo-registry.js';

// lazy, but preloaded before a phone loses its connection
const load = () => import('./photos-menu.js');

/** On every page; resumes uploads kept by the browser. */
export function PhotosIndicator() {
  const dispatch = useApiDispatch();
  const loaded = useLoaded(load, true);
  useEffect(() => {
    void loaded?.resumePhotoUploads(dispatch);
  }, [loaded, dispatch]);
  const visits = useVisitsWithPhotos();
  return loaded && visits.length > 0 ? <loaded.PhotosMenu visits={visits} /> : null;
}
